import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type UIEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { locationApi } from '#features/location/contract.ts';
import { useNow } from '#web/core/now.ts';
import { useSteadyRows } from '#web/core/useSteadyRows.ts';
import { count as figure } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PlaceRowView } from './PlaceRowView.tsx';
import type { PlaceRow } from './placePoints.ts';
import type { PlaceFilters } from './usePlaceMap.ts';

/** People of one request. */
const pageSize = 50;
/** Height of a row in location.css, px. */
const rowHeight = 74;
/** Interval of the list, ms. */
const pollMs = 10_000;

interface PageProps {
  input: PlaceFilters;
  /** From 0. */
  index: number;
  /** Number of its rows, for its place while they load. */
  size: number;
  selectedId: string | null;
  active: number;
  onLoaded: (index: number, page: { rows: readonly PlaceRow[]; count: number }) => void;
  onProblem: (problem: string | undefined) => void;
}

/** Fifty people of the list, at their place in it. */
function PlacePage({ input, index, size, selectedId, active, onLoaded, onProblem }: PageProps) {
  const { data, problem } = useCall(
    locationApi.getPlaceList,
    { ...input, page: index + 1, limit: pageSize },
    { keep: true, refetchInterval: pollMs, first: index === 0 },
  );
  const now = useNow(10_000);
  const tell = useEffectEvent(() => data && onLoaded(index, data));
  useEffect(() => {
    if (data) tell();
  }, [data]);
  useEffect(() => onProblem(problem), [problem, onProblem]);
  const rows = useSteadyRows((data?.rows ?? []).map((row) => ({ ...row, id: row.customerId })));
  return (
    <div
      className="place-page absolute left-0 right-0"
      style={{ top: index * pageSize * rowHeight, height: size * rowHeight }}
    >
      {data === undefined && <Skeleton lines={[240, 180, 220, 0, 240, 180, 220]} className="sticky top-0 p-4" />}
      {rows.map((row, offset) => {
        const at = index * pageSize + offset;
        return (
          <PlaceRowView
            key={row.customerId}
            index={at}
            row={row}
            now={now}
            selected={row.customerId === selectedId}
            active={at === active}
          />
        );
      })}
    </div>
  );
}

interface Props {
  input: PlaceFilters;
  selectedId: string | null;
  onChoose: (row: PlaceRow) => void;
  onRows: (rows: readonly PlaceRow[]) => void;
  /** Shown when nobody fits the filters. */
  empty: ReactNode;
}

const steps: Readonly<Record<string, number>> = {
  ...{ ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 8, PageUp: -8 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

/** Everybody in scope, fifty at a time as the list is scrolled; one stop of Tab, with arrows, J and K, Enter. */
export function PlaceList({ input, selectedId, onChoose, onRows, empty }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const pages = useRef(new Map<number, readonly PlaceRow[]>());
  const [count, setCount] = useState<number>();
  /** Filters of the rows shown. */
  const [loaded, setLoaded] = useState<string>();
  const filters = JSON.stringify(input);
  const [problem, setProblem] = useState<string>();
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const [active, setActive] = useState(0);
  const rowAt = (index: number) => pages.current.get(Math.floor(index / pageSize))?.[index % pageSize];
  const look = useCallback((scroller: HTMLElement) => {
    const pageHeight = pageSize * rowHeight;
    const first = Math.floor(scroller.scrollTop / pageHeight);
    const last = Math.floor((scroller.scrollTop + scroller.clientHeight) / pageHeight);
    setRange((now) => (now[0] === first && now[1] === last ? now : [first, last]));
  }, []);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    // A drag of the scroll bar passes hundreds of pages: only where it rests is loaded.
    clearTimeout(timer.current);
    timer.current = setTimeout(() => look(currentTarget), 120);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (box.current && filters) box.current.scrollTop = 0;
    pages.current.clear();
    setActive(0);
    setRange([0, 0]);
  }, [filters]);
  const onLoaded: PageProps['onLoaded'] = (index, page) => {
    pages.current.set(index, page.rows);
    setCount(page.count);
    setLoaded(filters);
    onRows([...pages.current.values()].flat());
  };
  const moveTo = (index: number, scroller: HTMLElement) => {
    const next = Math.min(Math.max(0, (count ?? 1) - 1), Math.max(0, index));
    setActive(next);
    const [top, bottom] = [next * rowHeight, (next + 1) * rowHeight];
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.key === 'Enter' || event.key === ' ' ? rowAt(active) : undefined;
    const step = steps[event.key];
    if (row) onChoose(row);
    else if (step !== undefined) moveTo(active + step, event.currentTarget);
    else return;
    event.preventDefault();
  };
  const onClick = ({ target }: MouseEvent) => {
    const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined;
    const row = index === undefined ? undefined : rowAt(Number(index));
    if (!row) return;
    setActive(Number(index));
    onChoose(row);
  };
  const shown = Array.from({ length: range[1] - range[0] + 1 }, (_, offset) => range[0] + offset).filter(
    (index) => index === 0 || count === undefined || index * pageSize < count,
  );
  return (
    <>
      {problem && (
        <p className="px-4 py-2 text-[13px] text-level1-text border-b border-line" role="status">
          列表没有更新：{problem}
        </p>
      )}
      <div
        ref={box}
        className="place-list flex-1 min-h-0 overflow-auto relative"
        role="listbox"
        aria-label="人员"
        aria-busy={loaded !== filters}
        tabIndex={0}
        aria-activedescendant={`place-${active}`}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {count === 0 ? empty : null}
        <div className="relative" style={{ height: (count ?? 8) * rowHeight }} hidden={count === 0}>
          {shown.map((index) => (
            <PlacePage
              key={index}
              index={index}
              size={Math.min(pageSize, (count ?? pageSize) - index * pageSize)}
              input={input}
              selectedId={selectedId}
              active={active}
              onLoaded={onLoaded}
              onProblem={setProblem}
            />
          ))}
        </div>
      </div>
      <p className="flex justify-between flex-none px-4 py-2 text-xs text-text3 border-t border-line">
        <span>{count === undefined || loaded !== filters ? '载入中' : `共 ${figure(count)} 人`}</span>
        <span>每 10 秒刷新</span>
      </p>
    </>
  );
}
