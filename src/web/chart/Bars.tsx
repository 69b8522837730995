import { count } from '#web/data/format.ts';
import { Plot } from './Plot.tsx';

interface Props {
  days: readonly { day: string; count: number }[];
  label: string;
}

const width = 360;
const height = 132;

/** Returns a round number at or above the maximum, with an integer half. */
function ceiling(highest: number): number {
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500].find((candidate) => candidate * 4 >= highest) ?? Math.ceil(highest / 4);
  return Math.max(4, step * 2 * Math.ceil(highest / step / 2));
}

/** Bar chart with one bar per day and its figure on hover. */
export function Bars({ days, label }: Props) {
  const top = ceiling(Math.max(...days.map((day) => day.count)));
  return (
    <Plot className="bars" width={width} height={height} left={28} ticks={[0, top / 2, top]} label={label}>
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
