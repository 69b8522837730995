import { lockNewest } from '#features/reading/server/service.ts';
import { type NightHooks, type NightMean, nightMeans } from '#features/sleep/server/service.ts';
import { type DaysOf, judgeDays } from './judge/judgeDays.ts';

/** Days of nights that the longest window reads. */
const longest = 181;
const figures = { heart_rate: 'heart', breath_rate: 'breath' } as const;

/** Returns the nights of a sign of a person; empty where the newest night is older than what was written. */
function daysOf(nights: readonly NightMean[], metric: keyof typeof figures): DaysOf['days'] {
  return nights.flatMap(({ day, [figures[metric]]: value }) => (value === null ? [] : [{ day, value }]));
}

/** Judges the newest night of people by the rules of nights. */
const hooks: NightHooks = {
  async written(ctx, written) {
    const ids = [...new Set(written.map(({ customerId }) => customerId))].sort();
    await lockNewest(
      ctx.tx,
      ids.map((customerId) => ({ customerId, metric: 'heart_rate' })),
    );
    const newest = new Map(
      written.map(({ customerId, night }) => [`${customerId} ${Date.parse(night) / 86_400_000}`, true]),
    );
    const byPerson = Map.groupBy(await nightMeans(ctx.tx, ids, longest), ({ customerId }) => customerId);
    const signs = [...byPerson].flatMap(([customerId, nights]): DaysOf[] => {
      const last = nights.at(-1);
      // A recomputed night is judged only while none is newer.
      if (!last || !newest.has(`${customerId} ${last.day}`)) return [];
      return (['heart_rate', 'breath_rate'] as const).map((metric) => ({
        ...{ customerId, metric, sourceId: last.deviceId },
        days: daysOf(nights, metric),
      }));
    });
    await judgeDays(ctx, signs);
  },
};
export default hooks;
