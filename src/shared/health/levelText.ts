/** Ability level of a person (code of the dictionary) with the last day, YYYY-MM-DD, on which it is valid. */
export interface AssessedLevel {
  abilityLevel: number | null;
  assessedUntil: string | null;
}

/**
 * Returns the ability level in words, marked 「（已过期）」 if its assessment ended before today (YYYY-MM-DD); nothing
 * without a level. `labelOf` is the dictionary of page or server.
 */
export function levelText(
  { abilityLevel, assessedUntil }: AssessedLevel,
  today: string,
  labelOf: (type: 'ability_level', value: string) => string,
): string {
  if (abilityLevel === null) return '';
  const mark = assessedUntil !== null && assessedUntil < today ? '（已过期）' : '';
  return labelOf('ability_level', String(abilityLevel)) + mark;
}
