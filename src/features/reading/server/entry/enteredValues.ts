import { type ReadingLevel, worse } from '#shared/health/bands.ts';
import type { EnteredValue } from '#shared/health/entered.ts';
import { type News2, news2, news2Parts } from '#shared/health/news2.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import type { Judge } from '../levels.ts';

/** Returns the level of each value. */
export function levelsOf(
  values: readonly EnteredValue[],
  judge: Judge,
): Partial<Record<ReadingKindName, ReadingLevel | null>> {
  return Object.fromEntries(
    values.map(({ kind, value, flags }) => [kind, judge({ metric: kind, value, flags, inBed: null })]),
  );
}

/** Returns the worst of the levels. */
export function worstOf(levels: Readonly<Partial<Record<string, ReadingLevel | null>>>): ReadingLevel | null {
  return Object.values(levels).reduce<ReadingLevel | null>((worst, level) => worse(worst, level ?? null), null);
}

/** Returns the NEWS2 of the values on scale 1; undefined if they contain none of its parts. */
export function news2Of(values: readonly EnteredValue[]): Omit<News2, 'atLeast'> | undefined {
  const parts = Object.fromEntries(values.map(({ kind, value }) => [kind, value]));
  if (!news2Parts.some((part) => parts[part] !== undefined)) return undefined;
  const { atLeast: _atLeast, ...score } = news2(parts, '1');
  return score;
}
