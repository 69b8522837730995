import type { Gap } from '#shared/place/track.ts';

export const speeds = [1, 2, 4, 8] as const;
export type Speed = (typeof speeds)[number];

/** At speed 1 a minute passes in a second; a longer time passes in two minutes. */
const slowest = 60;
const longestMs = 120_000;

/** Returns the time of the track after so many ms of replay: gaps are passed over, the end is the end. */
export function advance(
  at: number,
  ms: number,
  speed: Speed,
  { from, to, gaps }: { from: number; to: number; gaps: readonly Gap[] },
): number {
  const empty = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const pace = Math.max(slowest, (to - from - empty) / longestMs) * speed;
  let [time, left] = [at, ms * pace];
  for (const gap of gaps) {
    if (gap.to <= time) continue;
    if (time + left <= gap.from) break;
    left -= Math.max(0, gap.from - time);
    time = gap.to;
  }
  return Math.min(to, time + left);
}
