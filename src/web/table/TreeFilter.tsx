import { TreeSelect } from 'antd';
import { treeWidth } from './filterWidth.ts';
import type { LaterFilterProps, TreeOne } from './LaterFilter.tsx';

/** The filter by a node of a tree, such as a department. */
export default function TreeFilter({ filter, values, onChange, wanted }: LaterFilterProps<TreeOne>) {
  const text = values[filter.field];
  return (
    <TreeSelect
      autoFocus={wanted !== undefined}
      defaultOpen={wanted === 'open'}
      className="filter-control"
      style={treeWidth(filter)}
      prefix={<span className="faint">{filter.label}</span>}
      aria-label={filter.label}
      placeholder="不限"
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll={!filter.folded}
      multiple={filter.multiple}
      maxTagCount="responsive"
      popupMatchSelectWidth={240}
      treeData={[...filter.options]}
      value={filter.multiple ? (text ? text.split(',') : []) : text || undefined}
      onChange={(chosen: string | string[] | undefined) =>
        onChange({ [filter.field]: Array.isArray(chosen) ? chosen.join(',') : (chosen ?? '') }, 'now')
      }
    />
  );
}
