import { now } from '#web/core/now.ts';
import { ownZone, todayIn } from '#web/data/format.ts';

const firstYear = 1990;
const lastYear = 2100;

/** Years that the lists offer, this one first. */
const offered = 10;

/** Returns the current year in the user's zone. */
export const thisYear = (): number => Number(todayIn(ownZone(), now()).slice(0, 4));

/** Returns the years as options of a filter, newest first. */
export function yearOptions(): { value: number; label: string }[] {
  const newest = thisYear();
  return Array.from({ length: offered }, (_, index) => ({ value: newest - index, label: `${newest - index} 年` }));
}

/** Returns the year in the address, else the current one. */
export function yearIn(query: URLSearchParams): number {
  const year = Number(query.get('year'));
  return Number.isInteger(year) && year >= firstYear && year <= lastYear ? year : thisYear();
}
