import { missing } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { type Panel, placeOf, type Step, stepOf, type TrendPoint } from '../series.ts';
import { momentText } from '../timeAxis.ts';
import type { LevelWords } from './readout.ts';

interface Props {
  panels: readonly Panel[];
  step: Step;
  zone: string;
  levelWords: LevelWords;
  /** The sentence about the chart. */
  caption: string;
}

/** The values behind a chart, newest first; what counts nowhere is struck through with its reason. */
export function TrendTable({ panels, step, zone, levelWords, caption }: Props) {
  const columns = panels.flatMap((panel) => panel.series.map((series) => ({ panel, series })));
  const rows = new Map<number, { own: Step; row: (TrendPoint | undefined)[] }>();
  columns.forEach(({ panel, series }, column) => {
    const own = stepOf(panel, step);
    for (const point of series.points) {
      const at = placeOf(point, own);
      const { row } = rows.get(at) ?? { row: [] };
      row[column] = point;
      rows.set(at, { own, row });
    }
  });
  const newest = [...rows].sort(([a], [b]) => b - a);
  return (
    <section className="trend-table" aria-label="数据表">
      <table className="ruled w-full text-[13px]">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">时间</th>
            {columns.map(({ panel, series }) => (
              <th key={`${panel.title} ${series.name}`} scope="col">
                {series.name} {panel.unit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newest.map(([at, { own, row }]) => (
            <tr key={at}>
              <th scope="row">{timeText(at, own, zone)}</th>
              {columns.map(({ panel, series }, column) => (
                <td key={`${panel.title} ${series.name}`}>
                  <Value point={row[column]} decimals={panel.decimals ?? 0} levelWords={levelWords} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Writes an hour with its end, a day without the time. */
function timeText(at: number, step: Step, zone: string): string {
  if (step !== 'hour') return momentText(at, zone, step === 'day');
  const half = 1_800_000;
  return `${momentText(at - half, zone)}–${momentText(at + half, zone).slice(-5)}`;
}

interface ValueProps {
  point: TrendPoint | undefined;
  decimals: number;
  levelWords: LevelWords;
}

function Value({ point, decimals, levelWords }: ValueProps) {
  if (!point || (point.value === null && !point.struck)) return missing;
  const { value, min, max, level, struck } = point;
  const text = value === null ? missing : value.toFixed(decimals);
  if (struck)
    return (
      <>
        <del>{text}</del> <span className="text-text3">{struck}</span>
      </>
    );
  return (
    <>
      {level && <LevelSign level={level} size={12} />} {text}
      {min !== undefined && max !== undefined && (
        <span className="text-text3">
          {' '}
          {min.toFixed(decimals)}–{max.toFixed(decimals)}
        </span>
      )}
      {level && ` ${levelWords[level]}`}
    </>
  );
}
