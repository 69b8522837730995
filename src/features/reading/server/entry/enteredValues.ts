import { type ReadingLevel, worse } from '#shared/health/bands.ts';
import type { EnteredValue } from '#shared/health/entered.ts';
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
