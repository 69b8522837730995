import { sql } from 'kysely';
import { usersWith } from '#features/user/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { Plan } from './plan.ts';

/** Ownership of a follow-up. */
export interface Placed {
  departmentId: string;
  projectId: string;
}

export interface Assignees {
  /** Returns the plan's users who can finish follow-ups of this ownership: they see it and have the permission. */
  able(place: Placed): readonly string[];
  /** Remaining rows of the plan per user. */
  loads: ReadonlyMap<string, number>;
}

/** Returns the users for the distribution of a plan now. Follow-ups after warns need users who may claim warns. */
export async function assigneesOf(tx: Db, { id, kind, shareAmong }: Plan): Promise<Assignees> {
  const order = new Map(shareAmong.map((user, index) => [user, index]));
  const users = (await usersWith(tx, 'followUp:finish', null))
    .filter((user) => order.has(user.id) && (kind !== 'after_alarm' || user.has('warn:claim')))
    .sort((user, other) => (order.get(user.id) ?? 0) - (order.get(other.id) ?? 0));
  const loads = await tx.rows(sql<{ id: string; n: number }>`
    select assignee_id::text as id, count(*)::int as n from follow_up
    where plan_id = ${id} and state in ('open', 'visit') and assignee_id is not null group by assignee_id`);
  const ableByPlace = new Map<string, readonly string[]>();
  return {
    able(place) {
      const key = `${place.departmentId}:${place.projectId}`;
      const ableIds = ableByPlace.get(key) ?? users.filter((user) => user.sees(place)).map((user) => user.id);
      ableByPlace.set(key, ableIds);
      return ableIds;
    },
    loads: new Map(loads.map((row) => [row.id, row.n])),
  };
}
