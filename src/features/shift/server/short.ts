import { sql } from 'kysely';
import { seatStatesOf } from '#features/seat/server/service.ts';
import type { shiftApi } from '#features/shift/contract.ts';
import type { Colleague } from '#features/user/server/service.ts';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';

type Short = OutputOf<typeof shiftApi.getOnDuty>['short'][number];

/** Minutes after its beginning in which a turn is not missed yet: users arrive, log in and take their seats. */
export const graceMinutes = 5;

/** Returns those users who are at their seats, by name. */
export async function presentAmong(tx: Db, users: readonly Colleague[]): Promise<Colleague[]> {
  const states = await seatStatesOf(tx, users);
  return users.filter(({ id }) => states.get(id) !== 'away').sort((a, b) => a.name.localeCompare(b.name, 'zh'));
}

/** Returns patterns of running turns with fewer of these users at their seats than needed. */
export async function shortPatterns(users: readonly Colleague[]): Promise<Short[]> {
  const rows = await db.rows(sql<Omit<Short, 'there' | 'missing'> & { userIds: string[] }>`
    select p.id::text as "patternId", p.name as shift, p.min_staff as "minStaff", array_agg(distinct r.user_id::text) as "userIds"
    from shift_turn r join shift_pattern p on p.id = r.pattern_id and p.deleted_at is null
    where r.deleted_at is null and r.from_at <= now() - make_interval(mins => ${graceMinutes}) and r.until_at > now()
      and r.user_id = ${any(users.map(({ id }) => id))} and p.min_staff > 0
    group by p.id order by p.id`);
  if (rows.length === 0) return [];
  const present = await presentAmong(db, users);
  return rows.flatMap(({ userIds, ...pattern }) => {
    const presentNames = present.filter(({ id }) => userIds.includes(id)).map(({ name }) => name);
    if (presentNames.length >= pattern.minStaff) return [];
    const missing = users.filter(({ id, name }) => userIds.includes(id) && !presentNames.includes(name));
    return [{ ...pattern, there: presentNames, missing: missing.map(({ name }) => name) }];
  });
}
