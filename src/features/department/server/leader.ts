import { type RawBuilder, sql } from 'kysely';
import type { departmentApi } from '#features/department/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { any } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

/** Maximum number of accounts offered. */
const maxOffered = 20;

type LeaderInput = Pick<InputOf<typeof departmentApi.addDepartment>, 'leader' | 'leaderId'>;

const able = sql`u.status = 'enabled' and (u.expires_at is null or u.expires_at > now())`;

/** Returns the visible account with this name if it is the only one. */
async function userIdByName(tx: Db, viewer: Viewer, name: string): Promise<string | undefined> {
  const rows = await tx.rows(sql<{ id: string }>`
    select u.id::text from "user" u where u.name = ${name} and ${able} and ${visibleUsers(viewer)} limit 2`);
  return rows.length === 1 ? rows[0]?.id : undefined;
}

/**
 * Returns the leader to store: an account, or the name of a leader without an account, never both; empty if the input
 * has neither. 400 for an account that is disabled or outside the scope, unless it is already the leader.
 */
export async function leaderOf(
  tx: Db,
  viewer: Viewer,
  input: LeaderInput,
  former: string | null = null,
): Promise<LeaderInput> {
  const { leader, leaderId } = input;
  if (leaderId) {
    if (leaderId === former) return { leaderId, leader: null };
    const rows = await tx.rows(
      sql`select 1 from "user" u where u.id = ${leaderId} and ${able} and ${visibleUsers(viewer)}`,
    );
    if (rows.length === 0) throw invalidField('leaderId', '负责人不存在、已停用或不在你的范围');
    return { leaderId, leader: null };
  }
  if (leader) {
    const id = await userIdByName(tx, viewer, leader);
    return id ? { leaderId: id, leader: null } : { leaderId: null, leader };
  }
  return leaderId === null || leader === null ? { leaderId: null, leader: null } : {};
}

/**
 * Returns SQL for the shown name of a department's leader: the account's, else the entered text. `d` is the table's
 * alias.
 */
export function leaderName(d: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select u.name from "user" u where u.id = ${d}.leader_id and u.deleted_at is null), ${d}.leader)`;
}

/** Finds visible accounts that can lead a department, by name, account or initials. */
export async function findLeader(
  viewer: Viewer,
  { keyword = '' }: InputOf<typeof departmentApi.findLeader>,
): Promise<OutputOf<typeof departmentApi.findLeader>> {
  const like = `%${keyword.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return db.rows(sql<OutputOf<typeof departmentApi.findLeader>[number]>`
    select u.id::text, u.name, u.account, d.name as "departmentName" from "user" u join department d on d.id = u.department_id
    where ${able} and ${visibleUsers(viewer)} and (u.name ilike ${like} or u.account ilike ${like} or u.initials ilike ${like})
    order by u.name, u.id limit ${maxOffered}`);
}

export interface DepartmentLeader {
  id: string;
  name: string;
  departmentName: string;
}

/**
 * Returns the leader of a department, else of the next department above whose leader can log in; null up to the root.
 */
export async function leaderAbove(tx: Db, departmentId: string): Promise<DepartmentLeader | null> {
  const row = await tx.row(sql<DepartmentLeader>`
    select u.id::text, u.name, a.name as "departmentName"
    from department d join department a on a.id = any(d.path) and a.deleted_at is null
    join "user" u on u.id = a.leader_id and u.deleted_at is null and ${able}
    where d.id = ${departmentId} order by array_position(d.path, a.id) desc limit 1`);
  return row ?? null;
}

/** Replaces the leader's account id in an edit conflict by the name. */
export async function nameLeaders(tx: Db, problem: Problem): Promise<Problem> {
  const { changes, ...rest } = problem.data as { changes: { field: string; old: unknown; new: unknown }[] };
  const ids = changes
    .flatMap((change) => (change.field === 'leaderId' ? [change.old, change.new] : []))
    .filter(Boolean);
  if (ids.length === 0) return problem;
  const users = await tx
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', '=', any(ids.map(String)))
    .execute();
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const nameOf = (value: unknown) => names.get(String(value)) ?? null;
  const namedChanges = changes.map((change) =>
    change.field === 'leaderId' ? { field: change.field, old: nameOf(change.old), new: nameOf(change.new) } : change,
  );
  return new Problem(problem.status, problem.message, { ...rest, changes: namedChanges });
}
