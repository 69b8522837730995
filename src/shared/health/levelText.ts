/** Ability level of a person (code of the dictionary) with the last day, YYYY-MM-DD, on which it is valid. */
export interface AssessedLevel {
  abilityLevel: number | null;
  assessedUntil: string | null;
}

/** Returns whether the assessment of a level ended before today (YYYY-MM-DD). */
export function isLevelExpired({ assessedUntil }: Pick<AssessedLevel, 'assessedUntil'>, today: string): boolean {
  return assessedUntil !== null && assessedUntil < today;
}

/**
 * Returns the ability level in words, marked 「（已过期）」 if its assessment ended before today (YYYY-MM-DD); nothing
 * without a level. `labelOf` is the dictionary of page or server.
 */
export function levelText(
  person: AssessedLevel,
  today: string,
  labelOf: (type: 'ability_level', value: string) => string,
): string {
  if (person.abilityLevel === null) return '';
  const level = labelOf('ability_level', String(person.abilityLevel));
  return isLevelExpired(person, today) ? `${level}（已过期）` : level;
}
