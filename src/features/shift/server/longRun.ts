import { sql } from 'kysely';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { viewerZone } from '#server/db/zone.ts';

/** Maximum hours on duty in a row without a confirmation. */
const maxHours = 12;

interface LongRun {
  name: string;
  hours: number;
  /** 11-24 08:00–11-25 00:00, in the viewer's zone. */
  span: string;
}

/** Joins adjacent turns of a user into runs; returns runs that contain a turn of `ids` and are too long. */
async function longRuns(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<LongRun[]> {
  const zone = await viewerZone(tx, viewer);
  return tx.rows(sql<LongRun>`
    with turn as (
      select r.id, r.user_id, r.from_at, r.until_at,
        r.from_at > max(r.until_at) over (partition by r.user_id order by r.from_at rows between unbounded preceding and 1 preceding) as apart
      from shift_turn r
      where r.deleted_at is null and r.user_id in (select user_id from shift_turn where id = ${any([...ids])})
        and r.until_at > (select min(from_at) from shift_turn where id = ${any([...ids])}) - interval '7 days'),
    numbered as (select turn.*, count(*) filter (where apart) over (partition by user_id order by from_at) as run from turn),
    run as (
      select user_id, min(from_at) as from_at, max(until_at) as until_at from numbered
      group by user_id, run having bool_or(id = ${any([...ids])}))
    select u.name, round(extract(epoch from run.until_at - run.from_at) / 360)::float8 / 10 as hours,
      to_char(run.from_at at time zone ${zone}, 'MM-DD HH24:MI') || '–' || to_char(run.until_at at time zone ${zone}, 'MM-DD HH24:MI') as span
    from run join "user" u on u.id = run.user_id
    where run.until_at - run.from_at > make_interval(hours => ${maxHours}) order by run.from_at, u.id`);
}

/** Throws 409 (`longRun`) when users of these stored turns are on duty for more than 12 hours in a row. */
export async function requireNoLongRun(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const runs = await longRuns(tx, viewer, ids);
  if (runs.length === 0) return;
  const text = runs.map(({ name, hours, span }) => `${name} 将连续值班 ${hours} 小时（${span}）`).join('，');
  throw new Problem(409, `${text}，超过 ${maxHours} 小时`, { longRun: true });
}
