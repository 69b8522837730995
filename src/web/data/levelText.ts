import { type AssessedLevel, levelText as textOn } from '#shared/health/levelText.ts';
import { todayInChina } from '#shared/idCard.ts';
import { now } from '#web/core/now.ts';
import { labelOf } from './dictionary.ts';

/** Returns the ability level, marked if its assessment has ended; nothing without a level. */
export const levelText = (person: AssessedLevel): string => textOn(person, todayInChina(now()), labelOf);
