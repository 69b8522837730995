import { followUpDays } from '#features/physical/contract.ts';
import { physicalFlags } from '#shared/physical/catalogue.ts';
import { dayAfter } from '#shared/rule/calendar.ts';
import { isAbnormal, type Row } from '../entry/rows.ts';
import { monthsLater } from '../side/monthsLater.ts';
import { conclusionPhrases } from '../side/phrases.ts';

/** Findings that are named; the others are counted. */
const maxNamed = 10;

/** Returns the finding in an abnormal row: a phrase of the house where one fits, else 听力异常. */
function findingOf({ item, flag }: Row): string {
  const own = `${item.label}${physicalFlags[flag]}`;
  const phrase = conclusionPhrases.find(({ when }) => when?.includes(item.code))?.text.split('，')[0];
  // What is low is not described by a phrase about high values.
  return phrase === undefined || (phrase.endsWith(physicalFlags.high) && flag !== 'high') ? own : phrase;
}

/** Returns what to speak about: 「体检复查：血压偏高、空腹血糖偏高」. */
export function proposedRequest(rows: Iterable<Row>): string {
  const findings = [...new Set([...rows].filter(isAbnormal).map(findingOf))];
  if (findings.length === 0) return '体检后回访：未见异常，了解近况';
  const rest = findings.length > maxNamed ? ` 等 ${findings.length} 项` : '';
  return `体检复查：${findings.slice(0, maxNamed).join('、')}${rest}`;
}

/** Returns the last day that a follow-up may have, YYYY-MM-DD. */
export const lastFollowUpDay = (today: string): string => dayAfter(today, followUpDays);

/** Returns the day to call: that of the next examination, else a month from today. */
export function proposedDay(nextDate: string | null, today: string): string {
  const isPossible = nextDate !== null && nextDate >= today && nextDate <= lastFollowUpDay(today);
  return isPossible ? nextDate : monthsLater(today, 1);
}
