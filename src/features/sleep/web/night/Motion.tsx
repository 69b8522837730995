import { TimeAxis } from '#web/chart/Axes.tsx';
import { clockText } from './format.ts';
import type { Frame } from './frame.ts';
import { Ground } from './Ground.tsx';

const height = 28;
const labels = 20;
const barWidth = 2;
/** Size of the time at the cursor, px. */
const chip = { width: 40, height: 17 };

/** Movement as bars, and below it the labels of the time axis with the time at the cursor. */
export function Motion({ night, x, ticks, width, left, right, at }: Frame & { at: number | null }) {
  const ends = [night.bedFrom, night.asleepFrom, night.asleepTo, night.bedTo].filter((end) => end !== null);
  return (
    <svg className="plot night-motion" viewBox={`0 0 ${width} ${height + labels}`} aria-hidden="true">
      <Ground {...{ night, x, top: 0, bottom: height }} />
      <TimeAxis {...{ x, ticks, top: 0, bottom: height }} labels={height + 15} />
      <text x={left - 8} y={height / 2 + 4} textAnchor="end">
        体动
      </text>
      <path className="axis" d={`M${left} ${height}H${width - right}`} />
      {night.motion.map(({ at: start, avg }) => (
        <rect
          key={start}
          className="night-move"
          x={x(Date.parse(start) + 150_000) - barWidth / 2}
          width={barWidth}
          y={height - Math.max(1, avg * (height - 4))}
          height={avg > 0 ? Math.max(1, avg * (height - 4)) : 0}
        />
      ))}
      {ends.map((end) => (
        <path key={end} className="night-end" d={`M${x(Date.parse(end))} ${height + 1}l3.5 5h-7z`} />
      ))}
      {at !== null && (
        <g className="moment">
          <rect x={x(at) - chip.width / 2} y={height + 3} width={chip.width} height={chip.height} rx={3} />
          <text x={x(at)} y={height + 15.5} textAnchor="middle">
            {clockText(at, night.zone)}
          </text>
        </g>
      )}
    </svg>
  );
}
