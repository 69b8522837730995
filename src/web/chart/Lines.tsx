import { ticksOf } from './axis.ts';
import { Plot } from './Plot.tsx';

interface Props {
  /** Of each place from the left; a line may end before the right end. */
  today: readonly number[];
  /** The whole, to compare with; as many as there are places. */
  previousDay: readonly number[];
  label: string;
}

const width = 290;
const height = 112;
/** Of a digit of the axis. */
const digit = 7;

/** Hours of today as a line with points, over those of yesterday as a dashed one. */
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
