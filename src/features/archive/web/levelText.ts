import { expiredMark } from '#shared/health/abilityExpired.ts';
import { todayInChina } from '#shared/idCard.ts';
import { now } from '#web/core/now.ts';
import { labelOf } from '#web/data/dictionary.ts';

/** Returns the ability level, marked if its assessment has ended; nothing without a level. */
export function levelText(person: { abilityLevel: number | null; assessedUntil: string | null }): string {
  const { abilityLevel, assessedUntil } = person;
  if (abilityLevel === null) return '';
  return labelOf('ability_level', String(abilityLevel)) + expiredMark(assessedUntil, todayInChina(now()));
}
