import { ChevronDown } from 'lucide-react';
import { type ComponentType, type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { withToast } from '#web/api/feedback.ts';
import type { Filter, TreeFilter } from '../types.ts';
import type { ReloadMode } from '../useList.ts';
import { optionLabels, SelectedLabels } from './activeFilters.tsx';
import { datesWidth, treeWidth } from './filterWidth.ts';

type LazyFilter = Extract<Filter, { kind: 'dates' | 'tree' }>;
export type DatesOne = Extract<Filter, { kind: 'dates' }>;

export type LazyFilterProps<F extends LazyFilter> = {
  filter: F;
  values: Readonly<Record<string, string>>;
  onChange: (patch: Record<string, string>, mode: ReloadMode) => void;
  /** What the user did with the placeholder: the control takes the focus, and opens after a press. */
  initialAction?: 'focus' | 'open' | undefined;
};

type FilterControl<F extends LazyFilter> = ComponentType<LazyFilterProps<F>>;

/**
 * Makes a filter with a large control: its code and its options load when the pointer or the focus reaches it; until then
 * a placeholder with the same text is shown.
 * @param width style of the control
 * @param text text in the control
 */
function lazyFilter<F extends LazyFilter>(
  load: () => Promise<{ default: FilterControl<F> }>,
  width: (filter: F, values: LazyFilterProps<F>['values']) => CSSProperties,
  text: (filter: F, values: LazyFilterProps<F>['values']) => ReactNode,
): FilterControl<F> {
  let loaded: FilterControl<F> | undefined;
  return function LazyControl(props) {
    const { filter, values } = props;
    const [Control, setControl] = useState(() => loaded);
    const [initialAction, setInitialAction] = useState<LazyFilterProps<F>['initialAction']>();
    const stand = useRef<HTMLButtonElement>(null);
    const fetch = async () => {
      if (filter.kind === 'tree') filter.load?.();
      const control = (await load()).default;
      loaded = control;
      if (stand.current && stand.current === document.activeElement)
        setInitialAction((previous) => previous ?? 'focus');
      setControl(() => control);
    };
    if (Control) return <Control {...props} initialAction={initialAction} />;
    // A failed load is repeated and reported by the press.
    const prepare = () => void fetch().catch(() => undefined);
    const open = () => {
      setInitialAction('open');
      void withToast(fetch, { done: null, failed: '筛选项没有载入' });
    };
    return (
      <button
        ref={stand}
        type="button"
        className="filter-range filter-stand inline-flex items-center gap-1.5 whitespace-nowrap text-left bg-container overflow-hidden px-2 h-8 rounded-md border border-edge"
        style={width(filter, values)}
        onPointerEnter={prepare}
        onFocus={prepare}
        onMouseDown={open}
        onClick={open}
      >
        <span className="text-text3">{filter.label}</span>
        {text(filter, values)}
      </button>
    );
  };
}

/** Filter by a range of days or minutes. */
export const LazyDates = lazyFilter<DatesOne>(
  () => import('./DatesFilter.tsx'),
  datesWidth,
  ({ from, to, timed }, values) => {
    const shownValue = (field: string) => (timed ? values[field]?.slice(5).replace('T', ' ') : values[field]);
    const unitLabel = timed ? '时间' : '日期';
    return (
      <>
        <i className="not-italic text-text3">{shownValue(from) || `开始${unitLabel}`}</i>
        <i className="not-italic text-text3">→</i>
        <i className="not-italic text-text3">{shownValue(to) || `结束${unitLabel}`}</i>
      </>
    );
  },
);

/** Filter by a node of a tree, e.g. a department. */
export const LazyTree = lazyFilter<TreeFilter>(
  () => import('./TreeFilter.tsx'),
  (filter, values) => treeWidth(filter, optionLabels(filter, values)),
  (filter, values) => {
    const selectedLabels = optionLabels(filter, values);
    return (
      <>
        {selectedLabels.length > 0 ? (
          <SelectedLabels labels={selectedLabels} />
        ) : (
          <i className="not-italic text-text3">不限</i>
        )}
        <ChevronDown className="ml-auto flex-none text-text3" size={14} aria-hidden />
      </>
    );
  },
);
