import { scaleLinear } from 'd3-scale';
import { clockOf, dayStart, type TimeTick, timeTicks } from '#web/chart/timeAxis.ts';

/** Part of the time axis; ms and px. */
export interface Stretch {
  from: number;
  until: number;
  left: number;
  right: number;
}

/** Width between the days before and today, px. */
const gap = 12;
const hourMs = 3_600_000;

/**
 * Returns the axis: over several days it breaks at the last midnight, so that the day of the warning gets a third of the
 * width and the days before show the habit.
 */
export function stretchesOf(from: number, until: number, width: number, zone: string): Stretch[] {
  const midnight = dayStart(clockOf(until, zone).slice(0, 10), zone);
  const isBroken = until - from > 48 * hourMs && midnight > from && until > midnight;
  if (!isBroken) return [{ from, until, left: 0, right: width }];
  const left = Math.round(width * 0.64);
  return [
    { from, until: midnight, left: 0, right: left - gap },
    // An early warning keeps the width of some hours.
    { from: midnight, until: Math.max(until, midnight + 4 * hourMs), left, right: width },
  ];
}

/** Returns the place of an instant, px. */
export function placeIn(stretches: readonly Stretch[]): (at: number) => number {
  const scales = stretches.map(({ from, until, left, right }) => ({
    until,
    scale: scaleLinear([from, until], [left, right]).clamp(true),
  }));
  return (at) => {
    const { scale } = scales.find(({ until }) => at < until) ?? scales.at(-1) ?? {};
    return scale?.(at) ?? 0;
  };
}

/** Returns the labels of each stretch. */
export const ticksOf = (stretches: readonly Stretch[], zone: string): TimeTick[] =>
  stretches.flatMap(({ from, until, left, right }) => timeTicks(from, until, right - left, zone));
