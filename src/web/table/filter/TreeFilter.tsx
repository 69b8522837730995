import { TreeSelect } from 'antd';
import { optionLabels, SelectedLabels } from './activeFilters.tsx';
import { treeWidth } from './filterWidth.ts';
import type { LazyFilterProps, TreeOne } from './LazyFilter.tsx';

/** Filter by a node of a tree, e.g. a department. */
export default function TreeFilter({ filter, values, onChange, initialAction }: LazyFilterProps<TreeOne>) {
  const text = values[filter.field];
  const selectedLabels = optionLabels(filter, values);
  return (
    <TreeSelect
      autoFocus={initialAction !== undefined}
      defaultOpen={initialAction === 'open'}
      className="filter-control"
      style={treeWidth(filter, selectedLabels)}
      prefix={<span className="text-text3">{filter.label}</span>}
      aria-label={filter.label}
      placeholder="不限"
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll={!filter.folded}
      multiple={filter.multiple}
      maxTagCount={0}
      maxTagPlaceholder={<SelectedLabels labels={selectedLabels} />}
      popupMatchSelectWidth={240}
      treeData={[...filter.options]}
      value={filter.multiple ? (text ? text.split(',') : []) : text || undefined}
      onChange={(selected: string | string[] | undefined) =>
        onChange({ [filter.field]: Array.isArray(selected) ? selected.join(',') : (selected ?? '') }, 'now')
      }
    />
  );
}
