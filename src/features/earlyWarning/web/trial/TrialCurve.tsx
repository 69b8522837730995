import { scaleLinear } from 'd3-scale';
import { useId } from 'react';
import type { WarnLevel } from '#shared/codes.ts';
import type { BandRow } from '#shared/health/bands.ts';
import { normalRange } from '#shared/health/normalBand.ts';
import { limitOf } from '#shared/health/rule/sample.ts';
import { signTitle, signUnit, signValue } from '#shared/health/rule/sentence.ts';
import { TimeAxis, ValueAxis } from '#web/chart/Axes.tsx';
import { type Scale, valueTicks, verticalScale } from '#web/chart/axis.ts';
import { LevelMark } from '#web/chart/Mark.tsx';
import { placedOf, runsOf } from '#web/chart/series.ts';
import { timeTicks } from '#web/chart/timeAxis.ts';
import { ownZone } from '#web/data/format.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import type { Comparison } from './compare.ts';
import type { Limits } from './useLimits.ts';
import type { Course } from './useSeries.ts';

interface Props {
  metric: string;
  course: Course;
  /** Edges that the warnings passed, and the normal range. */
  lines: readonly Line[];
  normal: BandRow | undefined;
  /** Height of the plot, px. */
  height?: number;
  /** Whether the warnings have their numbers of the table above the plot. */
  isNumbered: boolean;
  comparison: Comparison;
  /** Ms since 1970. */
  from: number;
  to: number;
}

const [top, bottom, left, right] = [22, 24, 48, 56];
/** Signs whose values are codes: nothing lies between them. */
export const coded = ['consciousness', 'oxygen'];
const levels = [3, 2, 1] as const;

export interface Line {
  value: number;
  level: WarnLevel;
}

/** Returns a value on the axis; of consciousness its letter. */
const axisText = (metric: string, value: number): string =>
  metric === 'consciousness' ? 'ACVPU'.charAt(value) : signValue(metric, value);

/** Returns the edges of the levels on both sides, from the first row: that of somebody awake. */
export function linesOf({ bands }: Limits): Line[] {
  const rows = bands.slice(0, 1);
  return levels.flatMap((level) =>
    (['high', 'low'] as const).flatMap((side) => {
      const value = limitOf(rows, level, side);
      return value === null ? [] : [{ value, level }];
    }),
  );
}

/** Returns the lines between or near the values: far ones would flatten the curve. */
function nearLines(lines: readonly Line[], values: readonly number[]): Line[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(10, (high - low) * 0.5);
  return lines.filter(({ value }) => value >= low - room && value <= high + room);
}

/** Returns where the normal range lies in the plot. */
function normalBox(row: BandRow | undefined, { low, high, y }: { low: number; high: number; y: Scale }) {
  if (!row) return { y: 0, height: 0 };
  const range = normalRange(row);
  const upper = Math.min(high, range.high ?? high);
  const lower = Math.max(low, range.low ?? low);
  return { y: y(upper), height: Math.max(0, y(lower) - y(upper)) };
}

/** Curve of the tried time with the limits, and each warning of the draft and of the rule in force. */
export function TrialCurve({
  metric,
  course,
  lines: edges,
  normal,
  height = 236,
  isNumbered,
  comparison,
  from,
  to,
}: Props) {
  const [ref, width] = useWidth<HTMLDivElement>(720);
  const title = useId();
  const placed = placedOf(course, course.step);
  const values = placed.map(({ value }) => value);
  const lines = nearLines(edges, values);
  const shown = valueTicks([...values, ...lines.map(({ value }) => value)]);
  const ticks = coded.includes(metric) ? shown.ticks.filter(Number.isInteger) : shown.ticks;
  const x = scaleLinear([from, to], [left, width - right]);
  const y = verticalScale({ ticks }, top, height - bottom);
  const { raised, dropped } = comparison;
  const yAt = (iso: string) => {
    const at = Date.parse(iso);
    const distance = (point: (typeof placed)[number]) => Math.abs(point.at - at);
    const [first, ...rest] = placed;
    if (!first) return height - bottom;
    return y(rest.reduce((near, point) => (distance(point) < distance(near) ? point : near), first).value);
  };
  const xAt = (iso: string | null) => Math.min(width - right, Math.max(left, x(iso === null ? to : Date.parse(iso))));
  const label = `${signTitle(metric)} ${placed.length} 个值，这一版会报 ${raised.length} 条，只有现行版报 ${dropped.length} 条`;
  return (
    <div ref={ref} style={{ minHeight: height }} className="rule-curve">
      <svg className="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={title}>
        <title id={title}>{label}</title>
        <ValueAxis y={y} ticks={ticks} left={left} right={width - right} text={(value) => axisText(metric, value)} />
        <TimeAxis
          x={x}
          ticks={timeTicks(from, to, width - left - right, ownZone())}
          top={top}
          bottom={height - bottom}
          labels={height - 6}
        />
        <rect
          className="rule-normal"
          {...normalBox(normal, { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1, y })}
          x={left}
          width={width - left - right}
        />
        {raised.map(({ at, until, level }, index) => (
          <g key={at}>
            <rect
              className={`rule-veil rule-veil${level}`}
              x={xAt(at)}
              y={top}
              width={Math.max(3, xAt(until) - xAt(at))}
              height={height - top - bottom}
            />
            {isNumbered && (
              <text className="rule-index" x={xAt(at)} y={14} textAnchor="middle">
                {index + 1}
              </text>
            )}
          </g>
        ))}
        {lines.map(({ value, level }) => (
          <g key={`${level} ${value}`} className={`rule-limit rule-limit${level}`}>
            <path d={`M${left} ${y(value)}H${width - right}`} />
            <LevelMark x={width - right + 12} y={y(value)} level={level} size={12} />
            <text x={width - right + 22} y={y(value) + 4}>
              {signValue(metric, value)}
            </text>
          </g>
        ))}
        {runsOf(course, course.step).map((run) =>
          run.length > 1 ? (
            <polyline key={run[0]?.at} points={run.map((point) => `${x(point.at)},${y(point.value)}`).join(' ')} />
          ) : null,
        )}
        {placed.length <= 200 && placed.map(({ at, value }) => <circle key={at} cx={x(at)} cy={y(value)} r="2" />)}
        {dropped.map(({ at }) => (
          <circle key={at} className="rule-dropped" cx={xAt(at)} cy={yAt(at)} r="7" />
        ))}
        {raised.map(({ at, level }) => (
          <LevelMark key={at} x={xAt(at)} y={yAt(at)} level={level as WarnLevel} />
        ))}
      </svg>
      <p className="sr-only">单位 {signUnit(metric)}</p>
    </div>
  );
}
