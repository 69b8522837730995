import { ticksOf } from '#web/chart/axis.ts';
import { Plot } from '#web/chart/Plot.tsx';
import { now } from '#web/core/now.ts';
import { dayOf, ownZone } from '#web/data/format.ts';

const dayMs = 86_400_000;
const width = 360;
const height = 148;

/** Warnings a day: bars of the draft, dashed frames of the rule in force. */
export function DrawnDays({ days, former }: { days: readonly number[]; former: readonly number[] | undefined }) {
  const ticks = ticksOf(Math.max(...days, ...(former ?? [])));
  const last = now();
  const dateOf = (index: number) =>
    dayOf(new Date(last - (days.length - 1 - index) * dayMs).toISOString(), ownZone()).slice(5);
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  const label = `${days.length} 天会报 ${sum(days)} 条${former ? `，现行会报 ${sum(former)} 条` : ''}`;
  return (
    <Plot className="bars" width={width} height={height} left={28} ticks={ticks} label={label}>
      {({ x, y }) =>
        days.map((count, index) => {
          const frame = { x: x(index / days.length) + 1, width: x(1 / days.length) - x(0) - 2 };
          const before = former?.[index] ?? 0;
          return (
            <g key={dateOf(index)}>
              <rect {...frame} y={y(count)} height={Math.max(0, y(0) - y(count))}>
                <title>
                  {dateOf(index)}：{count} 条{former && `，现行 ${before} 条`}
                </title>
              </rect>
              {before > 0 && (
                <rect className="rule-frame" {...frame} y={y(before)} height={Math.max(0, y(0) - y(before))} />
              )}
              {(days.length - 1 - index) % 7 === 0 && (
                <text x={x((index + 1) / days.length)} y={height - 4} textAnchor="end">
                  {dateOf(index)}
                </text>
              )}
            </g>
          );
        })
      }
    </Plot>
  );
}
