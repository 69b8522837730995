import { count } from '#web/data/format.ts';

interface Props {
  days: readonly { day: string; count: number }[];
  /** The figure as a sentence, for whoever does not see it. */
  label: string;
}

const size = { width: 360, height: 132, left: 28, bottom: 20, top: 8 };

/** A round figure at or above the highest, of which the half is whole too. */
function ceiling(highest: number): number {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((one) => one * 4 >= highest) ?? Math.ceil(highest / 4);
  return Math.max(4, step * 2 * Math.ceil(highest / step / 2));
}

/** Alarms of each day as bars, with the number on hover and as a table for screen readers through the title of each bar. */
export function DayBars({ days, label }: Props) {
  const top = ceiling(Math.max(...days.map((day) => day.count)));
  const inner = { width: size.width - size.left, height: size.height - size.bottom - size.top };
  const slot = inner.width / days.length;
  const y = (n: number) => size.top + inner.height * (1 - n / top);
  return (
    <svg className="project-bars" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      {[0, top / 2, top].map((line) => (
        <g key={line}>
          <line x1={size.left} x2={size.width} y1={y(line)} y2={y(line)} />
          <text x={size.left - 6} y={y(line) + 4} textAnchor="end">
            {count(line)}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <g key={day.day}>
          <rect
            x={size.left + slot * index + 1}
            width={slot - 2}
            y={y(day.count)}
            height={Math.max(0, y(0) - y(day.count))}
          >
            <title>
              {day.day}：{count(day.count)} 条
            </title>
          </rect>
          {(days.length - 1 - index) % 7 === 0 && (
            <text x={size.left + slot * (index + 1)} y={size.height - 4} textAnchor="end">
              {day.day.slice(5)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
