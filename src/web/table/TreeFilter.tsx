import { TreeSelect } from 'antd';
import { treeWidth } from './filterWidth.ts';
import { chosenWords } from './filterWords.ts';
import type { LazyFilterProps, TreeOne } from './LazyFilter.tsx';
import { SelectedLabels } from './SelectedLabels.tsx';

/** The filter by a node of a tree, such as a department. */
export default function TreeFilter({ filter, values, onChange, initialAction: wanted }: LazyFilterProps<TreeOne>) {
  const text = values[filter.field];
  const words = chosenWords(filter, values);
  return (
    <TreeSelect
      autoFocus={wanted !== undefined}
      defaultOpen={wanted === 'open'}
      className="filter-control"
      style={treeWidth(filter, words)}
      prefix={<span className="faint">{filter.label}</span>}
      aria-label={filter.label}
      placeholder="不限"
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll={!filter.folded}
      multiple={filter.multiple}
      maxTagCount={0}
      maxTagPlaceholder={<SelectedLabels labels={words} />}
      popupMatchSelectWidth={240}
      treeData={[...filter.options]}
      value={filter.multiple ? (text ? text.split(',') : []) : text || undefined}
      onChange={(chosen: string | string[] | undefined) =>
        onChange({ [filter.field]: Array.isArray(chosen) ? chosen.join(',') : (chosen ?? '') }, 'now')
      }
    />
  );
}
