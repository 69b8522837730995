import { count } from '#web/data/format.ts';
import { ticksOf } from './axis.ts';
import { Plot } from './Plot.tsx';

interface Props {
  days: readonly { day: string; count: number }[];
  label: string;
}

const width = 360;
const height = 132;

/** Bar chart with one bar per day and its figure on hover. */
export function Bars({ days, label }: Props) {
  const ticks = ticksOf(Math.max(0, ...days.map((day) => day.count)));
  return (
    <Plot className="bars" width={width} height={height} left={28} ticks={ticks} label={label}>
      {({ x, y }) =>
        days.map((day, index) => (
          <g key={day.day}>
            <rect
              x={x(index / days.length) + 1}
              width={x(1 / days.length) - x(0) - 2}
              y={y(day.count)}
              height={Math.max(0, y(0) - y(day.count))}
            >
              <title>
                {day.day}：{count(day.count)} 条
              </title>
            </rect>
            {(days.length - 1 - index) % 7 === 0 && (
              <text x={x((index + 1) / days.length)} y={height - 4} textAnchor="end">
                {day.day.slice(5)}
              </text>
            )}
          </g>
        ))
      }
    </Plot>
  );
}
