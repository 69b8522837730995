import { sql } from 'kysely';
import { seatStatesOf } from '#features/seat/server/service.ts';
import type { shiftApi } from '#features/shift/contract.ts';
import { type Colleague, colleaguesOf, usersWith } from '#features/user/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { idIn, inDepartmentTree } from '#server/db/filter.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { any, now } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { usableBy } from './pattern.ts';
import { presentAmong, shortPatterns } from './short.ts';

type Api = typeof shiftApi;
type OnDuty = OutputOf<Api['getOnDuty']>;

/** Returns users on any roster at an instant (default now) who may claim warns, online users first. */
export async function onDutyUsers(tx: Db, instant = new Date().toISOString()): Promise<Colleague[]> {
  const turns = await tx.rows(sql<{ id: string }>`
    select user_id::text as id from shift_turn
    where deleted_at is null and from_at <= ${instant}::timestamptz and until_at > ${instant}::timestamptz`);
  if (turns.length === 0) return [];
  const now = new Set(turns.map(({ id }) => id));
  return (await usersWith(tx, 'warn:claim', null)).filter(({ id }) => now.has(id));
}

interface TurnNow {
  shift: string;
  seat: string | null;
  from: string;
  until: string;
}

/** Returns the user's current turn, of several the one that ends last; null when there is none. */
export async function turnNow(tx: Db, userId: string): Promise<TurnNow | null> {
  const row = await tx
    .selectFrom('shiftTurn')
    .select(['shift', 'seat', 'fromAt as from', 'untilAt as until'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('fromAt', '<=', now)
    .where('untilAt', '>', now)
    .orderBy('untilAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Counts the turns of users in scope, past ones included. */
export async function turnTotal(viewer: Viewer): Promise<number> {
  const row = await db.row(sql<{ count: number }>`
    select count(*)::int as count from shift_turn r join "user" u on u.id = r.user_id
    where r.deleted_at is null and ${visibleUsers(viewer)}`);
  return row?.count ?? 0;
}

/** Condition on `shift_gap g`: open, and of a project with its roster in the viewer's scope. */
async function openGapsQuery(viewer: Viewer) {
  return sql`g.ended_at is null and ${idIn(sql`g.project_id`, await usableBy(viewer)) ?? sql`true`}`;
}

/** Counts the projects in scope that have no user on duty now. */
export async function countOpenGaps(tx: Db, viewer: Viewer): Promise<number> {
  const row = await tx.row(sql<{ count: number }>`
    select count(*)::int as count from shift_gap g
    where ${await openGapsQuery(viewer)}`);
  return row?.count ?? 0;
}

/** Returns the users in scope on the roster now with their seat states, and where none or too few are on duty. */
export async function getOnDuty(viewer: Viewer, { departmentId }: InputOf<Api['getOnDuty']>): Promise<OnDuty> {
  const colleagues = new Map((await colleaguesOf(viewer, 'warn:claim')).map((colleague) => [colleague.id, colleague]));
  const isOpenGap = await openGapsQuery(viewer);
  const [turns, gaps] = await Promise.all([
    db.rows(sql<Omit<OnDuty['people'][number], 'state'>>`
      select r.id::text, r.user_id::text as "userId", u.name as "userName", r.seat, r.shift, r.from_at as "from", r.until_at as until
      from shift_turn r join "user" u on u.id = r.user_id
      where r.deleted_at is null and r.from_at <= now() and r.until_at > now() and r.user_id = ${any([...colleagues.keys()])}
        and ${inDepartmentTree(sql`u.department_id`, departmentId) ?? sql`true`}
      order by r.seat nulls last, u.name, r.id`),
    db.rows(sql<Omit<OnDuty['gaps'][number], 'there'> & { departmentId: string }>`
      select g.project_id::text as "projectId", p.department_id::text as "departmentId", p.name as "projectName", g.reason, g.began_at as since
      from shift_gap g join project p on p.id = g.project_id
      where ${isOpenGap} order by g.began_at, g.id`),
  ]);
  const users = turns.flatMap((turn) => colleagues.get(turn.userId) ?? []);
  const states = await seatStatesOf(db, users);
  const present = gaps.length === 0 ? [] : await presentAmong(db, [...colleagues.values()]);
  return {
    people: turns.map((turn) => ({ ...turn, state: states.get(turn.userId) ?? 'away' })),
    gaps: gaps.map(({ departmentId: place, ...gap }) => ({
      ...gap,
      there: present
        .filter((colleague) => colleague.sees({ departmentId: place, projectId: gap.projectId }))
        .map(({ name }) => name),
    })),
    short: await shortPatterns([...colleagues.values()]),
  };
}
