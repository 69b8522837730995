import type { Span } from './span.ts';

/** Night as its maker summarised it; times in s. */
export interface MakerNight extends Span {
  awake: number | null;
  light: number | null;
  deep: number | null;
  rem: number | null;
  sol: number | null;
  awakenings: number | null;
  /** Of at least 5 min. */
  longAwakenings: number | null;
  exits: number | null;
  rollovers: number | null;
  events: number | null;
  score: number | null;
}

/** Difference between sleep time and the sum of its stages that is marked, s. */
export const sumTolerance = 5 * 60;

/** Returns the sum of the stages of sleep; null for a maker that gives none. */
export function makerSleep({ light, deep, rem }: MakerNight): number | null {
  const parts = [light, deep, rem].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0);
}

/** Returns whether stages and time awake of a summary do not add up to its length. */
export function sumDiffers(maker: MakerNight): boolean {
  const sleep = makerSleep(maker);
  if (sleep === null || maker.awake === null) return false;
  return Math.abs((maker.until - maker.from) / 1000 - maker.awake - sleep) > sumTolerance;
}
