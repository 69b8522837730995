import type { WarnLevel } from '#shared/codes.ts';

/** Length of what a point stands for: a single value, an hour or a day of the zone. */
export type Step = 'raw' | 'hour' | 'day';

/** A value, or the mean of an hour or a day from `at` on. */
export interface TrendPoint {
  /** ISO instant. */
  at: string;
  /** null: nothing valid; the line breaks. */
  value: number | null;
  /** Lowest and highest of the hour or day. */
  min?: number;
  max?: number;
  /** Number of values behind the mean. */
  n?: number;
  level?: WarnLevel | null;
  /** Reason why the value counts nowhere (已撤回, 数据异常): it is struck through in the table and absent in the chart. */
  struck?: string;
}

/** Marks that differ without colour. */
export const shapes = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const;
export type Shape = (typeof shapes)[number];

/** Values under one name. Colour and shape follow from the place in the panel unless they are given. */
export interface Series {
  name: string;
  /** Oldest first. */
  points: readonly TrendPoint[];
  /** Colour, 1 to 5 (chart.css). */
  tone?: 1 | 2 | 3 | 4 | 5;
  shape?: Shape;
  /** false: single marks without a line. */
  line?: boolean;
  /** true: a bar from 0 for each hour or day. */
  bars?: boolean;
  /** Longest distance, ms, that a line bridges; default: the step. A longer one is a gap. */
  every?: number;
}

/** Normal range: from `low` up to `high`, open where a side is missing. */
export interface Band {
  low?: number;
  high?: number;
  label: string;
}

/** One sign with its own value axis. */
export interface Panel {
  title: string;
  unit: string;
  series: readonly Series[];
  bands?: readonly Band[];
  /** Digits after the point in figures; default 0. */
  decimals?: number;
  /** Height of the plot, px. */
  height?: number;
  /** Remark after the unit, e.g. 每小时均值. */
  remark?: string;
  /** Step of this sign where it differs from the chart's. */
  step?: Step;
}

/** Returns the step of a panel in a chart. */
export const stepOf = (panel: Pick<Panel, 'step'> | undefined, step: Step): Step => panel?.step ?? step;

/** A point at its place on the time axis, ms: an hour or a day is shown in its middle. */
export interface Placed {
  at: number;
  value: number;
  point: TrendPoint;
}

export const stepLength: Record<Step, number> = { raw: 0, hour: 3_600_000, day: 86_400_000 };

/** Returns the position of a point on the time axis, ms. */
export function placeOf({ at }: Pick<TrendPoint, 'at'>, step: Step): number {
  return Date.parse(at) + stepLength[step] / 2;
}

/** Returns the longest distance that a line bridges, ms; undefined: any. */
export function reachOf({ every }: Pick<Series, 'every'>, step: Step): number | undefined {
  return every ?? (stepLength[step] || undefined);
}

/**
 * Returns the stretches of a series between its gaps. A gap is a missing point, a point without a valid value, or a
 * distance over one and a half times what the line bridges.
 */
export function runsOf(series: Pick<Series, 'points' | 'every'>, step: Step): Placed[][] {
  const reach = (reachOf(series, step) ?? Number.POSITIVE_INFINITY) * 1.5;
  const runs: Placed[][] = [];
  let open = false;
  for (const point of series.points) {
    if (point.value === null || point.struck !== undefined) {
      open = false;
      continue;
    }
    const placed: Placed = { at: placeOf(point, step), value: point.value, point };
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (open && run && last && placed.at - last.at <= reach) run.push(placed);
    else runs.push([placed]);
    open = true;
  }
  return runs;
}

/** Returns the valid points of a series at their places, oldest first. */
export function placedOf(series: Pick<Series, 'points' | 'every'>, step: Step): Placed[] {
  return runsOf(series, step).flat();
}
