import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMedia } from '#web/core/useMedia.ts';
import { Skeleton } from '../TableStates.tsx';
import { type Density, type RowAction, rowHeights, type Sort } from '../types.ts';
import { useCellTooltip } from './CellTooltip.tsx';
import { fittingColumns, type GridColumn, placeColumns } from './layout.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { useRowFocus } from './useRowFocus.ts';
import { spansOf, useScrollAnchor, visibleRange } from './windowing.ts';

/** Height in px, including its border; the table's styles.css has the same value. */
const headHeight = 32;

export type GridHandle = { focus: () => void; toTop: () => void };

type GridProps<R> = {
  label: string;
  columns: readonly GridColumn<R>[];
  rows: readonly R[];
  /** Number of rows before the first row of this page. */
  offset: number;
  total: number;
  density: Density;
  sort: readonly Sort[];
  onSort: (field: string) => void;
  busy: boolean;
  selected: ReadonlyMap<string, R> | undefined;
  onTick: (row: R) => void;
  onTickAll: (on: boolean) => void;
  actions: readonly RowAction<R>[];
  onOpen?: (row: R) => void;
  rowClass?: (row: R) => string | undefined;
  idAttribute?: `data-${string}`;
  /** Number of skeleton rows before the first answer. */
  skeletonRows: number;
  /** Content below the head if there are no rows. */
  outcome: ReactNode;
  ref: Ref<GridHandle>;
};

/** A native table with grid keyboard (allowed by ARIA in HTML; rows get the focus). */
const gridRole = { role: 'grid' } as const;
const choosingRole = { ...gridRole, 'aria-multiselectable': true } as const;

const controls = 'a, button, input, select, textarea, label';

/**
 * The table itself: a real `<table>` with row focus, fixed columns and, from 50 rows on, only the visible rows. On a
 * phone all rows are drawn as cards (phone.css), because their heights differ.
 */
export function Grid<R extends { id: string }>(props: GridProps<R>) {
  const { columns, rows, density, selected, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const size = useGridSize(scroller);
  const rowHeight = rowHeights[density];
  const [scrollTop, setScrollTop] = useState(0);
  const cards = useMedia('(width < 768px)');
  const placed = useMemo(
    () => placeColumns(cards ? columns : fittingColumns(columns, size.width), size.width),
    [cards, columns, size.width],
  );
  const fixedHeight = cards ? undefined : rowHeight;
  const focus = useRowFocus({ rows, scroller, body, rowHeight: fixedHeight, headHeight });
  const cellTooltip = useCellTooltip();
  useScrollAnchor(scroller, rows, fixedHeight);
  const seen = { scrollTop, height: size.height, rowHeight };
  const range = cards ? ([0, rows.length] as const) : visibleRange(rows.length, seen);
  const width = placed.reduce((sum, { px }) => sum + px, 0);

  useImperativeHandle(props.ref, () => ({
    focus: () => focus.moveTo(focus.index),
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
  }));

  const markScrolled = () => {
    const box = scroller.current;
    if (box) {
      box.toggleAttribute('data-left', box.scrollLeft > 0);
      box.toggleAttribute('data-right', box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    }
  };
  useLayoutEffect(markScrolled);

  function rowOf(target: EventTarget): R | undefined {
    const row = (target as Element).closest<HTMLElement>('tr[data-index]');
    return row ? rows[Number(row.dataset.index)] : undefined;
  }

  function onKeyDown(event: React.KeyboardEvent<HTMLElement>): void {
    const row = rowOf(event.target);
    const onControl = (event.target as Element).matches(controls);
    if (row && event.key === 'Enter' && !onControl && onOpen) {
      event.preventDefault();
      onOpen(row);
    } else if (row && event.key === ' ' && !onControl && selected) {
      event.preventDefault();
      props.onTick(row);
    } else {
      focus.onKeyDown(event);
    }
  }

  /** Opens a card on a tap, a row on a double click, so that its text can be selected and copied. */
  function open(event: MouseEvent<HTMLElement>): void {
    const row = rowOf(event.target);
    if (row && !(event.target as Element).closest(controls)) onOpen?.(row);
  }

  const ticks = rows.filter(({ id }) => selected?.has(id)).length;
  return (
    <div
      ref={scroller}
      className="grid-scroll flex-1 min-w-0 bg-container overflow-auto"
      onScroll={(event) => {
        markScrolled();
        cellTooltip.hide();
        setScrollTop(Math.floor(event.currentTarget.scrollTop / rowHeight) * rowHeight);
      }}
    >
      <table
        {...(selected ? choosingRole : gridRole)}
        className={`ruled table-grid density-${density} text-[13px] leading-5`}
        style={{ width, '--row': `${rowHeight}px` } as React.CSSProperties}
        aria-label={props.label}
        aria-rowcount={props.total + 1}
        aria-colcount={placed.length}
        aria-busy={props.busy}
      >
        <colgroup>
          {placed.map(({ key, px }) => (
            <col key={key} style={{ width: px }} />
          ))}
        </colgroup>
        <TableHead
          columns={placed}
          sort={props.sort}
          onSort={props.onSort}
          ticked={ticks === 0 ? 'none' : ticks === rows.length ? 'all' : 'some'}
          onTickAll={props.onTickAll}
        />
        <tbody
          ref={body}
          {...cellTooltip.handlers}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            focus.onFocus(event.target);
            cellTooltip.onFocus(event);
          }}
          onBlur={(event) => {
            focus.onBlur(event.relatedTarget);
            cellTooltip.hide();
          }}
          onClick={cards ? open : undefined}
          onDoubleClick={cards ? undefined : open}
        >
          {spansOf(rows.length, range, focus.index).map((span) => {
            const row = span.kind === 'row' ? rows[span.index] : undefined;
            if (span.kind === 'gap' || !row) {
              const count = span.kind === 'gap' ? span.count : 1;
              const from = span.kind === 'gap' ? span.from : span.index;
              return (
                <tr key={`gap-${from}`} className="gap" aria-hidden style={{ height: count * rowHeight }}>
                  <td colSpan={placed.length} />
                </tr>
              );
            }
            return (
              <TableRow
                key={row.id}
                row={row}
                index={span.index}
                place={props.offset + span.index + 1}
                columns={placed}
                active={span.index === focus.index}
                ticked={selected?.has(row.id)}
                className={props.rowClass?.(row)}
                idAttribute={props.idAttribute}
                actions={props.actions}
                onTick={props.onTick}
              />
            );
          })}
        </tbody>
      </table>
      {cellTooltip.tooltip}
      {props.skeletonRows > 0 && <Skeleton rows={props.skeletonRows} bars={placed} rowHeight={rowHeight} />}
      {rows.length === 0 && props.outcome}
    </div>
  );
}

/** Returns the scroller's inner width and height in px and follows their changes; 0 before it is measured. */
function useGridSize(scroller: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const box = scroller.current;
    if (!box) {
      return;
    }
    const measure = () => {
      // A hidden page has no size; the last size is kept.
      if (box.clientWidth > 0) {
        setSize({ width: box.clientWidth, height: box.clientHeight });
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);
  return size;
}
