import { rawValues, spansOf } from '#features/reading/server/service.ts';
import { nightMeans } from '#features/sleep/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { medianOf } from '#shared/health/rule/medians.ts';
import type { TriedDay } from '#shared/health/rule/tryRule.ts';
import { instantAt } from '#shared/place/wallClock.ts';
import type { TriedCustomer, TriedTime } from './tryOn.ts';

const dayMs = 86_400_000;
const maxValues = 10_000;

const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** Returns the medians of a person's days by the clock of the project, with the time of the last value of each. */
async function measuredDays(
  tx: Db,
  { id, zone }: TriedCustomer,
  metric: string,
  { from, until }: TriedTime,
): Promise<TriedDay[]> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  const values = await rawValues(tx, await spansOf(tx, id, from, until), { metric, from, until }, maxValues);
  const days = Map.groupBy(values, ({ at }) => Date.parse(format.format(Date.parse(at))) / dayMs);
  return [...days].map(([day, own]) => ({
    day,
    value: medianOf(own.map(({ value }) => value)),
    at: Date.parse(own.at(-1)?.at ?? ''),
  }));
}

/** Returns the means of a person's nights, which are final at noon. */
async function nights(tx: Db, { id, zone }: TriedCustomer, metric: string, { from, until }: TriedTime) {
  const rows = await nightMeans(tx, [id], Math.ceil((until - from) / dayMs));
  return rows.flatMap(({ day, heart, breath }): TriedDay[] => {
    const value = metric === 'heart_rate' ? heart : breath;
    return value === null ? [] : [{ day, value, at: Date.parse(instantAt(`${dateOf(day)}T12:00:00`, zone)) }];
  });
}

/** Returns the values of a sign by day, oldest first: of a weight the medians of days, else the means of nights. */
export function valuesByDay(tx: Db, person: TriedCustomer, metric: string, time: TriedTime): Promise<TriedDay[]> {
  return metric === 'weight' ? measuredDays(tx, person, metric, time) : nights(tx, person, metric, time);
}
