import { sql } from 'kysely';
import { usersWith } from '#features/user/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { Plan } from './plan.ts';

/** Where what is owed belongs. */
export interface Placed {
  departmentId: string;
  projectId: string;
}

export interface Assignees {
  /** Who of the plan's people can do what is owed there: they see it, and may record what came of it. */
  able(place: Placed): readonly string[];
  /** How many rows of the plan each of them has left. */
  loads: ReadonlyMap<string, number>;
}

/** Among whom a plan is shared now. What alarms owe is finished by those who handle alarms. */
export async function assigneesOf(tx: Db, { id, kind, shareAmong }: Plan): Promise<Assignees> {
  const order = new Map(shareAmong.map((user, index) => [user, index]));
  const users = (await usersWith(tx, 'followUp:finish', null))
    .filter((user) => order.has(user.id) && (kind !== 'after_alarm' || user.has('warn:claim')))
    .sort((user, other) => (order.get(user.id) ?? 0) - (order.get(other.id) ?? 0));
  const loads = await sql<{ id: string; n: number }>`
    select assignee_id::text as id, count(*)::int as n from follow_up
    where plan_id = ${id} and state in ('open', 'visit') and assignee_id is not null group by assignee_id`.execute(tx);
  const ableByPlace = new Map<string, readonly string[]>();
  return {
    able(place) {
      const key = `${place.departmentId}:${place.projectId}`;
      const ableIds = ableByPlace.get(key) ?? users.filter((user) => user.sees(place)).map((user) => user.id);
      ableByPlace.set(key, ableIds);
      return ableIds;
    },
    loads: new Map(loads.rows.map((row) => [row.id, row.n])),
  };
}
