import { Button as AntButton } from 'antd';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { useMedia } from '#web/core/useMedia.ts';
import { Button } from '#web/ui/Button.tsx';
import { fieldsOf, type ListQuery } from '../query.ts';
import type { Filter } from '../types.ts';
import type { ReloadMode } from '../useList.ts';
import { filterLabels, SelectedLabels } from './activeFilters.tsx';
import { FilterField } from './FilterField.tsx';

/** Number of filters before 展开 (domain.md 3.1). */
const onDesk = 4;
/** On a phone fewer filters, so that the rows come first. */
const onPhone = 1;

type FilterBarProps = {
  filters: readonly Filter[];
  query: ListQuery;
  onChange: (patch: Partial<ListQuery>, mode?: ReloadMode) => void;
  /** Tools at the right end of the row: refresh, density, columns. */
  tools: ReactNode;
  bar: RefObject<HTMLFormElement | null>;
};

/** The filter row: controls, 查询, 重置, 展开, tools; active filters behind 展开 are counted on it and shown as chips. */
export function FilterBar({ filters: all, query, onChange, tools, bar }: FilterBarProps) {
  const phone = useMedia('(width < 768px)');
  const shownFilters = phone ? onPhone : onDesk;
  const filters = all.filter(({ elsewhere }) => !elsewhere);
  const [open, setOpen] = useState(false);
  const shown = open ? filters : filters.slice(0, shownFilters);
  const folded = filters.slice(shown.length);
  const foldedInForce = folded.filter((filter) => filterLabels(filter, query.values).labels.length > 0);
  const set = (patch: Record<string, string>, mode: ReloadMode) =>
    onChange({ values: { ...query.values, ...patch } }, mode);
  const remove = (filter: Filter) => {
    set(Object.fromEntries(fieldsOf(filter).map((field) => [field, ''])), 'now');
    // The chip disappears with its button, so the focus moves to another element.
    bar.current?.querySelector<HTMLElement>('.filter-more')?.focus();
  };
  return (
    <form
      ref={bar}
      className="filter-bar flex justify-between items-start flex-none border-b border-line gap-4 px-4 py-2"
      aria-label="筛选"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({}, 'now');
      }}
    >
      <div className="filter-fields max-md:min-w-0 max-md:flex-[1_1_100%] flex items-center flex-wrap min-w-0 gap-2">
        {shown.map((filter) => (
          <FilterField key={fieldsOf(filter).join()} filter={filter} values={query.values} onChange={set} />
        ))}
        {filters.length > 0 && (
          <span className="inline-flex items-center gap-2 whitespace-nowrap">
            <AntButton type="primary" htmlType="submit">
              查询
            </AntButton>
            <AntButton onClick={() => onChange({ values: {} }, 'now')}>重置</AntButton>
            {(folded.length > 0 || open) && (
              <Button kind="link" className="filter-more px-1" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? '收起' : `展开 ${folded.length} 项`}
                {foldedInForce.length > 0 && <b>已选 {foldedInForce.length}</b>}
                {open ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
              </Button>
            )}
          </span>
        )}
        <FilterChips filters={foldedInForce} values={query.values} onRemove={remove} />
      </div>
      <div className="table-tools flex items-center flex-none gap-2">{tools}</div>
    </form>
  );
}

interface Props {
  filters: readonly Filter[];
  values: ListQuery['values'];
  onRemove: (filter: Filter) => void;
}

/** Active filters with folded controls, each with a remove button. */
function FilterChips({ filters, values, onRemove }: Props) {
  if (filters.length === 0) return null;
  return (
    <ul
      className="filter-chips max-md:min-w-0 max-md:flex-[1_1_100%] flex items-center flex-wrap min-w-0 gap-2"
      aria-label="已选条件"
    >
      {filters.map((filter) => {
        const { label, labels: texts } = filterLabels(filter, values);
        const name = [label, texts.join('、')].filter(Boolean).join(' ');
        return (
          <li key={fieldsOf(filter).join()} className="flex items-center min-w-0 gap-1.5 bg-s2 rounded-sm text-[13px]">
            {label && <span className="flex-none text-text3">{label}</span>}
            <SelectedLabels labels={texts} />
            <Button kind="icon" size={24} aria-label={`去掉条件 ${name}`} onClick={() => onRemove(filter)}>
              <X size={13} aria-hidden />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
