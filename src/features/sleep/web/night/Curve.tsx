import { area, line } from 'd3-shape';
import { TimeAxis, ValueAxis } from '#web/chart/Axes.tsx';
import { valueTicks, verticalScale } from '#web/chart/axis.ts';
import { numberText } from './format.ts';
import type { Frame } from './frame.ts';
import { Ground } from './Ground.tsx';
import type { NightRecord } from './night.ts';

type Point = NightRecord['heart'][number];

const top = 6;
/** Half of a point and the longest distance that the line bridges, ms. */
const half = 150_000;
const reach = 6 * 60_000;

/** Returns the stretches of points between gaps and exits. */
function runsOf(points: readonly Point[], exits: NightRecord['exitList']): Point[][] {
  const middles = exits.map(({ from, to }) => (Date.parse(from) + Date.parse(to)) / 2);
  const isParted = (from: number, to: number) => middles.some((middle) => middle > from && middle <= to);
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const at = Date.parse(point.at);
    const before = last ? Date.parse(last.at) : Number.NEGATIVE_INFINITY;
    if (run && at - before <= reach && !isParted(before + half, at + half)) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

interface Props extends Frame {
  points: readonly Point[];
  band: NightRecord['bands']['heart'];
  height: number;
  /** Value at the cursor, and where it is. */
  value: Point | null | undefined;
  at: number | null;
}

/** Mean of 5 min with lowest and highest, the normal range behind it; gaps stay gaps. */
export function Curve({ night, x, ticks, width, left, right, points, band, height, value, at }: Props) {
  const bottom = top + height;
  const bounds = [band?.low ?? null, band?.high ?? null].filter((bound) => bound !== null);
  const axis = valueTicks([...points.flatMap(({ min, max }) => [min, max]), ...bounds], height > 80 ? 4 : 3);
  const y = verticalScale(axis, top, bottom);
  const place = (point: Point) => x(Date.parse(point.at) + half);
  const path = line<Point>(place, ({ avg }) => y(avg));
  const veil = area<Point>(
    place,
    ({ min }) => y(min),
    ({ max }) => y(max),
  );
  const [lowest = 0, highest = 1] = y.domain();
  const bandTop = y(Math.min(band?.high ?? highest, highest));
  return (
    <svg className="plot night-curve" viewBox={`0 0 ${width} ${bottom + 4}`} aria-hidden="true">
      {band && points.length > 0 && (
        <g className="band">
          <rect
            x={left}
            width={Math.max(0, width - right - left)}
            y={bandTop}
            height={Math.max(0, y(Math.max(band.low ?? lowest, lowest)) - bandTop)}
          />
        </g>
      )}
      <Ground {...{ night, x, top, bottom }} />
      <TimeAxis {...{ x, ticks, top, bottom }} labels={null} />
      {points.length > 0 && (
        <ValueAxis
          y={y}
          ticks={axis.ticks}
          left={left}
          right={width - right}
          text={(tick) => tick.toFixed(axis.decimals)}
        />
      )}
      {points.length === 0 && (
        <text className="nothing" x={(left + width - right) / 2} y={(top + bottom) / 2 + 4} textAnchor="middle">
          这一夜没有数据
        </text>
      )}
      <g className="series2">
        {runsOf(points, night.exitList).map((run) => (
          <g key={run[0]?.at}>
            <path className="min-max" d={veil(run) ?? ''} />
            <path className="line" d={path(run) ?? ''} />
          </g>
        ))}
      </g>
      {value && at !== null && (
        <g className="cursor-at">
          <circle cx={x(at)} cy={y(value.avg)} r={4} />
          <text
            className="figure"
            x={x(at) + (x(at) > width - 60 ? -8 : 8)}
            y={y(value.avg) + 16}
            textAnchor={x(at) > width - 60 ? 'end' : 'start'}
          >
            {numberText(value.avg)}
          </text>
        </g>
      )}
    </svg>
  );
}
