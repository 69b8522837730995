import { TreeSelect } from 'antd';
import type { TreeFilter as Tree } from '../types.ts';
import { optionLabels, SelectedLabels } from './activeFilters.tsx';
import { treeWidth } from './filterWidth.ts';
import type { LazyFilterProps } from './LazyFilter.tsx';

/** Filter by a node of a tree, e.g. a department. */
export default function TreeFilter({ filter, values, onChange, initialAction }: LazyFilterProps<Tree>) {
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
      notFoundContent={filter.load && filter.options.length === 0 ? '载入中' : undefined}
      onOpenChange={(open) => open && filter.load?.()}
      value={filter.multiple ? (text ? text.split(',') : []) : text || undefined}
      onChange={(selected: string | string[] | undefined) =>
        onChange({ [filter.field]: Array.isArray(selected) ? selected.join(',') : (selected ?? '') }, 'now')
      }
    />
  );
}
