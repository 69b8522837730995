import { type AssessedLevel, isLevelExpired } from '#shared/health/levelText.ts';
import { todayInChina } from '#shared/idCard.ts';
import { now } from '#web/core/now.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { missing } from '#web/data/format.ts';

/** Shows the ability level in a column of a list, with a short mark if its assessment has ended. */
export function LevelCell({ person }: { person: AssessedLevel }) {
  if (person.abilityLevel === null) return missing;
  return (
    <>
      {labelOf('ability_level', String(person.abilityLevel))}
      {isLevelExpired(person, todayInChina(now())) && <span className="text-xs text-level2-text"> 已过期</span>}
    </>
  );
}
