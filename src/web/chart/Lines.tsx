import { ticksOf } from './axis.ts';
import { Plot } from './Plot.tsx';

interface Props {
  /** Counts by hour; the line ends at the last hour. */
  today: readonly number[];
  /** Complete counts by hour of the day before. */
  previousDay: readonly number[];
  label: string;
}

const width = 290;
const height = 112;
/** Width of a digit on the axis, px. */
const digit = 7;

/** Line chart of today's hours with points, over yesterday's as a dashed line. */
export function Lines({ today, previousDay, label }: Props) {
  const ticks = ticksOf(Math.max(...today, ...previousDay));
  const left = Math.max(2, String(ticks.at(-1)).length) * digit + 8;
  return (
    <Plot width={width} height={height} left={left} right={6} ticks={ticks} label={label}>
      {({ x, y }) => {
        const places = today.map((count, hour) => ({ hour, cx: x(hour / 23), cy: y(count) }));
        const points = (values: readonly number[]) =>
          values.map((count, hour) => `${x(hour / 23)},${y(count)}`).join(' ');
        return (
          <>
            {[0, 4, 8, 12, 16, 20].map((hour) => (
              <text key={hour} x={x(hour / 23)} y={height - 4} textAnchor="middle">
                {String(hour).padStart(2, '0')}
              </text>
            ))}
            <polyline className="before" points={points(previousDay)} />
            <polyline points={points(today)} />
            {places.map(({ hour, cx, cy }) => (
              <circle key={hour} cx={cx} cy={cy} r="2.5" />
            ))}
          </>
        );
      }}
    </Plot>
  );
}
