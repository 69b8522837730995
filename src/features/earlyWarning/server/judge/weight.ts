import { type Arrivals, rawValues, spansOf } from '#features/reading/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { medianOf } from '#shared/health/rule/medians.ts';
import type { Days } from '#shared/health/rule/nights.ts';
import { judgeDays } from './judgeDays.ts';
import { decides } from './judgePerson.ts';
import { judgedPeople } from './people.ts';

const dayMs = 86_400_000;
/** Longest window of a trend, days. */
const longest = 181;
const maxValues = 2000;

/** Returns a number of the day of an instant by the clock of a zone. */
function dayIn(at: number, zone: string): number {
  return Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)) / dayMs;
}

/** Returns the medians of a person's days, oldest first. */
async function daysOf(tx: Db, customerId: string, zone: string): Promise<Days> {
  const until = Date.now() + dayMs;
  const from = until - longest * dayMs;
  const values = await rawValues(
    tx,
    await spansOf(tx, customerId, from, until),
    { metric: 'weight', from, until },
    maxValues,
  );
  const byDay = Map.groupBy(values, ({ at }) => dayIn(Date.parse(at), zone));
  return [...byDay]
    .map(([day, own]) => ({ day, value: medianOf(own.map(({ value }) => value)) }))
    .sort((a, b) => a.day - b.day);
}

/** Judges the days of people whose weight came in. */
export async function judgeWeights(ctx: CommandContext, arrivals: Arrivals): Promise<void> {
  const values = await arrivals.values(new Set(['weight']));
  const judged = values.filter((value) => decides(value, arrivals.formerAt(value.customerId, 'weight')));
  const people = await judgedPeople(ctx.tx, [...new Set(judged.map(({ customerId }) => customerId))]);
  const signs = [];
  for (const { id, zone } of people.values())
    signs.push({ customerId: id, metric: 'weight', days: await daysOf(ctx.tx, id, zone), sourceId: null });
  await judgeDays(ctx, signs);
}
