import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { count } from '#web/data/format.ts';
import { visibleRange } from '#web/table/grid/windowing.ts';
import { Segments } from '#web/ui/Segments.tsx';
import type { Way } from './readWay.ts';
import { rowAt, type TableKind, tableKinds, tableOf } from './trackTable.ts';
import type { ReplayTime } from './useReplay.ts';
import { secondText, type WayClock } from './wayText.ts';

interface Props {
  way: Way;
  clock: WayClock;
  /** Its row is marked; a press on a row sets it. */
  time: ReplayTime;
}

const rowHeight = 30;
/** As high as the table gets, px. */
const height = 240;

const kinds = Object.keys(tableKinds) as TableKind[];

/** Stops, gaps, crossings and points of a track; only the rows in view are drawn. */
export function TrackTable({ way, clock, time }: Props) {
  const [kind, setKind] = useState<TableKind>('stops');
  const [scrollTop, setScrollTop] = useState(0);
  const table = useMemo(() => tableOf(kind, way, clock), [kind, way, clock]);
  const [first, end] = visibleRange(table.count, { scrollTop, height, rowHeight });
  const rows = Array.from({ length: end - first }, (_, i) => ({ index: first + i, ...table.row(first + i) }));
  const current = useSyncExternalStore(time.subscribe, () => rowAt(table, time.get()));
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef({ table, current });
  useEffect(() => {
    const isMoved = seen.current.table === table && seen.current.current !== current;
    seen.current = { table, current };
    const top = current * rowHeight;
    // The head covers one row.
    if (isMoved && box.current && (top < box.current.scrollTop || top + 2 * rowHeight > box.current.scrollTop + height))
      box.current.scrollTop = Math.max(0, top - height / 2);
  }, [table, current]);
  const counts = { stops: way.stops, gaps: way.gaps, crossings: way.crossings, points: way.points };
  return (
    <div className="grid gap-2 min-w-0">
      <Segments
        label="表格的内容"
        segments={kinds.map((key) => ({ key, label: `${tableKinds[key]} ${count(counts[key].length)}` }))}
        value={kind}
        onChange={(next) => {
          setScrollTop(0);
          setKind(next);
        }}
      />
      <div
        key={kind}
        ref={box}
        className="track-rows overflow-auto border border-line rounded-md"
        style={{ maxHeight: height }}
        onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      >
        <table
          className="w-full text-[13px] tabular-nums"
          aria-label={tableKinds[kind]}
          aria-rowcount={table.count + 1}
        >
          <thead>
            <tr style={{ height: rowHeight }}>
              {table.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <tr style={{ height: first * rowHeight }} />}
            {rows.map(({ index, at, cells }) => (
              <tr
                key={index}
                aria-rowindex={index + 2}
                aria-current={index === current || undefined}
                style={{ height: rowHeight }}
              >
                <td>
                  <button type="button" className="link" title="在地图上显示" onClick={() => time.set(at)}>
                    {secondText(at, clock)}
                  </button>
                </td>
                {cells.map((cell, i) => (
                  <td key={table.heads[i + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
            {end < table.count && <tr style={{ height: (table.count - end) * rowHeight }} />}
          </tbody>
        </table>
        {table.count === 0 && (
          <p className="px-3 py-2 text-text3">没有{tableKinds[kind] === '没有定位' ? '中断' : tableKinds[kind]}</p>
        )}
      </div>
    </div>
  );
}
