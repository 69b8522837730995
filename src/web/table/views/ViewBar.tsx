import { ChevronDown, Plus, Users } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SavedView, ViewState } from '#shared/contract/savedView.ts';
import { count as figure } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { cappedCount, isCapped } from '../query.ts';
import type { TableViews } from './useTableViews.ts';
import { ViewPopover } from './ViewPopover.tsx';
import { chipsThatFit, sharedText } from './viewState.ts';
import './views.css';

/** Key of the chip for the list as declared. */
const all = 'all';

interface Props {
  /** Name of the list as declared. */
  wholeLabel: string;
  /** The screen's own tabs; without them 全部 is first. */
  ownTabs: ReactNode;
  views: TableViews;
  /** Current number of rows and when they loaded (ms since 1970); undefined before the first answer. */
  rows: { count: number; at: number } | undefined;
}

/** The list's saved views in place of a title, each with its number of rows (picture 02). */
export function ViewBar({ wholeLabel, ownTabs, views, rows }: Props) {
  const { saved, all: chipsOf, most, state, current, changed, onShow, countOf } = views;
  const untouched = Object.keys(state.filters).length === 0;
  const chips = useRef<HTMLDivElement>(null);
  const selectedIndex = chipsOf.findIndex(({ id }) => id === current?.id);
  const fitting = useFitting(chips, chipsOf, selectedIndex);
  const countedViews = [
    ...(ownTabs ? [] : [{ id: all, filters: {} }]),
    ...chipsOf.filter((_view, index) => fitting.has(index)).map(({ id, state: { filters } }) => ({ id, filters })),
  ].filter(({ id }) => !(changed ? false : id === (current?.id ?? (untouched ? all : ''))));
  const counts = useViewCounts(countedViews, countOf, rows?.at);
  const countFor = (id: string, shown: boolean) => (shown && !changed ? rows?.count : counts.get(id));
  const behind = chipsOf.length - fitting.size;
  return (
    <div className="view-bar max-md:min-w-0 max-md:flex-[1_1_100%] flex items-center flex-1 min-w-0 gap-5 self-stretch">
      {ownTabs}
      <nav className="tab-row view-tabs gap-5 self-stretch" aria-label="视图">
        {!ownTabs && (
          <button
            type="button"
            aria-current={!current && untouched ? 'true' : undefined}
            onClick={() => onShow(undefined)}
          >
            {wholeLabel}
            <Figure most={most} rows={countFor(all, !current && untouched)} />
          </button>
        )}
        <div className="view-chips empty:hidden flex min-w-0 gap-5 overflow-hidden" ref={chips}>
          {chipsOf.map((view, index) => (
            <Chip
              key={view.id}
              view={view}
              shown={index === selectedIndex}
              changed={index === selectedIndex && changed}
              rows={countFor(view.id, index === selectedIndex)}
              most={most}
              hidden={!fitting.has(index)}
              onShow={() => onShow(view)}
            />
          ))}
        </div>
      </nav>
      {changed && current && <Changed views={views} view={current} />}
      {(behind > 0 || saved.views.length > 0) && (
        <ViewPopover views={views} part="list">
          <button
            type="button"
            className="hover:bg-s3 hover:text-text gap-0.75 inline-flex items-center flex-none whitespace-nowrap text-xs text-text2 px-1 h-7 rounded-sm"
            aria-label={behind > 0 ? `更多 ${behind} 个视图` : '管理视图'}
          >
            {behind > 0 ? `更多 ${behind}` : '管理'} <ChevronDown size={13} aria-hidden />
          </button>
        </ViewPopover>
      )}
      <ViewPopover views={views} part="form">
        <button
          type="button"
          className="hover:bg-s3 hover:text-text gap-0.75 inline-flex items-center flex-none whitespace-nowrap text-xs text-text2 px-1 h-7 rounded-sm"
        >
          <Plus size={13} aria-hidden /> 存为视图
        </button>
      </ViewPopover>
    </div>
  );
}

function Figure({ rows, most }: { rows: number | undefined; most: number | undefined }) {
  if (rows === undefined) return null;
  const countText = `${figure(cappedCount(rows, most))}${isCapped(rows, most) ? '+' : ''}`;
  return <span className="view-count font-normal text-xs text-text3 ml-1.5">{countText}</span>;
}

function Chip(props: {
  view: SavedView;
  shown: boolean;
  changed: boolean;
  rows: number | undefined;
  most: number | undefined;
  /** The chip has no room; its view is in the menu. */
  hidden: boolean;
  onShow: () => void;
}) {
  const { view, shown, changed, hidden } = props;
  const shared = sharedText(view);
  return (
    <button
      type="button"
      inert={hidden}
      aria-current={shown ? 'true' : undefined}
      title={[shared, changed && '有未保存的改动'].filter(Boolean).join('；') || undefined}
      onClick={props.onShow}
    >
      {view.name}
      {changed && (
        <i className="view-changed font-bold not-italic text-level2-text" role="img" aria-label="有未保存的改动">
          *
        </i>
      )}
      <Figure rows={props.rows} most={props.most} />
      {shared && (
        <span className="view-role gap-0.75 inline-flex items-center font-normal text-xs text-text2 bg-s3 ml-1.5 rounded-sm">
          <Users size={12} aria-label={shared} />
          {view.roleNames[0]}
        </span>
      )}
    </button>
  );
}

/** Actions for a view that the user has changed. */
function Changed({ views: { saved, state, onShow }, view }: { views: TableViews; view: SavedView }) {
  return (
    <span className="flex items-center gap-1">
      {view.mine && (
        <Button kind="plain" onClick={() => void saved.edit(view, { state })}>
          保存改动
        </Button>
      )}
      <Button kind="plain" onClick={() => onShow(view)}>
        还原
      </Button>
    </span>
  );
}

/** Returns the indexes of the chips that fit; measured at each render and when the row's width changes. */
function useFitting(
  row: RefObject<HTMLElement | null>,
  views: readonly SavedView[],
  selectedIndex: number,
): Set<number> {
  const [fitting, setFitting] = useState(() => new Set(views.keys()));
  const measure = () => {
    if (!row.current) return;
    let end = 0;
    const ends = [...row.current.children].map((chip) => {
      end += widthOf(chip) + gap;
      return end;
    });
    const next = chipsThatFit(ends, widthOf(row.current) + gap + slack, selectedIndex);
    setFitting((previous) => (previous.symmetricDifference(next).size === 0 ? previous : next));
  };
  const latest = useRef(measure);
  useLayoutEffect(() => {
    latest.current = measure;
    measure();
  });
  useLayoutEffect(() => {
    if (!row.current) return;
    const watch = new ResizeObserver(() => latest.current());
    watch.observe(row.current);
    return () => watch.disconnect();
  }, [row]);
  return fitting;
}

/** Gap between two chips, px; views.css has the same value. */
const gap = 20;
/** Rounding tolerance in px; too small a cut to be visible. */
const slack = 0.5;

/** Returns the width in px with its fraction: rounded widths would add up to more than the row. */
const widthOf = (element: Element) => element.getBoundingClientRect().width;

/** Minimum interval between two counts, ms; counts are requested after a load of the list. */
const again = 15_000;

type Counted = { id: string; filters: ViewState['filters'] };

/**
 * Counts the rows of each view, one request after the other and not before the list has its rows.
 * @param loadedAt last load of the list, ms since 1970; undefined before the first
 */
function useViewCounts(
  views: readonly Counted[],
  countOf: (filters: ViewState['filters']) => Promise<number>,
  loadedAt: number | undefined,
): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const last = useRef({ key: '', at: 0 });
  const latest = useRef(views);
  latest.current = views;
  const key = JSON.stringify(views);
  useEffect(() => {
    if (loadedAt === undefined) return;
    if (last.current.key === key && loadedAt - last.current.at < again) return;
    let cancelled = false;
    const countAll = async () => {
      for (const { id, filters } of latest.current) {
        // A view is shown even without its count.
        const rows = await countOf(filters).catch(() => undefined);
        if (cancelled) return;
        if (rows !== undefined) setCounts((previous) => new Map(previous).set(id, rows));
      }
      last.current = { key, at: loadedAt };
    };
    void countAll();
    return () => {
      cancelled = true;
    };
  }, [key, countOf, loadedAt]);
  return counts;
}
