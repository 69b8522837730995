import { rawValues, spansOf } from '#features/reading/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { medianOf } from '#shared/health/rule/medians.ts';
import type { TriedDay } from '#shared/health/rule/tryRule.ts';
import type { TriedCustomer, TriedTime } from './tryOn.ts';

const dayMs = 86_400_000;
const maxValues = 10_000;

/** Returns the number of the day of an instant by the clock of a zone, days since 1970. */
function dayNumberIn(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (at) => Date.parse(format.format(at)) / dayMs;
}

/** Returns the median of each day of a person, by the clock of the project, with the time of its last value. */
export async function valuesByDay(
  tx: Db,
  { id, zone }: TriedCustomer,
  metric: string,
  { from, until }: TriedTime,
): Promise<TriedDay[]> {
  const values = await rawValues(tx, await spansOf(tx, id, from, until), { metric, from, until }, maxValues);
  const dayNumber = dayNumberIn(zone);
  const days = Map.groupBy(values, ({ at }) => dayNumber(Date.parse(at)));
  return [...days].map(([day, own]) => ({
    day,
    value: medianOf(own.map(({ value }) => value)),
    at: Date.parse(own.at(-1)?.at ?? ''),
  }));
}
