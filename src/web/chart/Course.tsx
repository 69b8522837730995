import { dayOf, ownZone } from '#web/data/format.ts';
import { Plot } from './Plot.tsx';
import { runsOf } from './series.ts';

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
  const runs = runsOf({ points, every: day }, 'raw');
  return (
    <Plot width={width} height={height} left={32} right={16} ticks={[0, 50, 100]} label={label}>
      {({ x, y }) => (
        <>
          {Array.from({ length: dated }, (_, place) => end - (days - 1) * day * (1 - place / (dated - 1))).map((at) => (
            <text key={at} x={x(shareOf(at))} y={height - 4} textAnchor="middle">
              {dayOf(new Date(at).toISOString(), ownZone()).slice(5)}
            </text>
          ))}
          {runs.map((run) => {
            const places = run.map(({ at, value }) => `${x(shareOf(at))},${y(value)}`);
            if (places.length > 1) return <polyline key={run[0]?.at} points={places.join(' ')} />;
            const [cx, cy] = places[0]?.split(',') ?? [];
            return <circle key={run[0]?.at} cx={cx} cy={cy} r="2" />;
          })}
        </>
      )}
    </Plot>
  );
}
