import type { Arrivals } from '#features/reading/server/service.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { valuesByDay } from '../trial/valuesByDay.ts';
import { judgeDays } from './judgeDays.ts';
import { decides } from './judgePerson.ts';
import { judgedPeople } from './people.ts';

const dayMs = 86_400_000;
/** Longest window of a trend, days. */
const longest = 181;

/** Judges the days of people whose weight came in. */
export async function judgeWeights(ctx: CommandContext, arrivals: Arrivals): Promise<void> {
  const values = await arrivals.values(new Set(['weight']));
  const judged = values.filter((value) => decides(value, arrivals.formerAt(value.customerId, 'weight')));
  const people = await judgedPeople(ctx.tx, [...new Set(judged.map(({ customerId }) => customerId))]);
  const until = Date.now() + dayMs;
  const time = { from: until - longest * dayMs, until };
  const signs = [];
  for (const person of people.values()) {
    const days = await valuesByDay(ctx.tx, person, 'weight', time);
    signs.push({ customerId: person.id, metric: 'weight', days, sourceId: null });
  }
  await judgeDays(ctx, signs);
}
