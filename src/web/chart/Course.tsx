import { dayOf, ownZone } from '#web/data/format.ts';
import { Plot } from './Plot.tsx';

/** A value at an ISO instant. */
export interface Point {
  at: string;
  value: number;
}

interface Props {
  /** Oldest first, from 0 to 100. */
  points: readonly Point[];
  /** Number of days up to now. */
  days: number;
  label: string;
}

const width = 248;
const height = 96;
const day = 86_400_000;
/** Number of days with a date label. */
const dated = 5;

/** Line chart of percentages over some days up to now; the line breaks at a day without data. */
export function Course({ points, days, label }: Props) {
  const end = Date.now();
  const shareOf = (ms: number) => 1 - (end - ms) / (days * day);
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const previousPoint = run?.at(-1);
    if (run && previousPoint && Date.parse(point.at) - Date.parse(previousPoint.at) < 1.5 * day) run.push(point);
    else runs.push([point]);
  }
  return (
    <Plot width={width} height={height} left={32} right={16} ticks={[0, 50, 100]} label={label}>
      {({ x, y }) => (
        <>
          {Array.from({ length: dated }, (_, place) => end - (days - 1) * day * (1 - place / (dated - 1))).map((at) => (
            <text key={at} x={x(shareOf(at))} y={height - 4} textAnchor="middle">
              {dayOf(new Date(at).toISOString(), ownZone()).slice(5)}
            </text>
          ))}
          {runs.map((run) =>
            run.length === 1 ? (
              <circle key={run[0]?.at} cx={x(shareOf(Date.parse(run[0]?.at ?? '')))} cy={y(run[0]?.value ?? 0)} r="2" />
            ) : (
              <polyline
                key={run[0]?.at}
                points={run.map(({ at, value }) => `${x(shareOf(Date.parse(at)))},${y(value)}`).join(' ')}
              />
            ),
          )}
        </>
      )}
    </Plot>
  );
}
