import type { WarnLevel } from '#shared/codes.ts';
import type { Placed } from '../series.ts';

/** A level's sign in a plot, px. */
export interface LevelPlace {
  x: number;
  y: number;
  level: WarnLevel;
  /** Instant of the point, ms. */
  at: number;
}

/** Least distance of two signs, px. */
const distance = 15;

/** Returns the signs of a series where they do not cover each other: the worst levels first, then the newest. */
export function levelPlaces(
  placed: readonly Placed[],
  x: (at: number) => number,
  y: (value: number) => number,
): LevelPlace[] {
  const all = placed.flatMap(({ at, value, point: { level } }) =>
    level ? [{ x: x(at), y: y(value), level, at }] : [],
  );
  const kept: LevelPlace[] = [];
  for (const place of all.sort((a, b) => a.level - b.level || b.at - a.at))
    if (kept.every((other) => Math.hypot(other.x - place.x, other.y - place.y) >= distance)) kept.push(place);
  return kept.sort((a, b) => a.at - b.at);
}
