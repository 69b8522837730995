import { sql } from 'kysely';
import { isColleague } from '#features/user/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any, bigints } from '#server/db/values.ts';
import { viewerZone } from '#server/db/zone.ts';

export interface TurnInput {
  userId: string;
  from: string;
  until: string;
}

const hour = 3_600_000;

/** Returns the problem of the times alone, as screen text; null when there is none. */
export function timeProblem({ from, until }: Pick<TurnInput, 'from' | 'until'>): { field: string; msg: string } | null {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  if (end <= begin) return { field: 'until', msg: '结束时间须晚于开始时间' };
  if (end - begin > 24 * hour) return { field: 'until', msg: '一个班次最长24小时' };
  if (end <= Date.now()) return { field: 'until', msg: '这个班次已经结束，不能再排' };
  return null;
}

/** Locks the turns of these users until the end of the transaction. */
export async function lockUsers(tx: Db, userIds: readonly string[]): Promise<void> {
  await sql`select 1 from "user" where id = ${any([...userIds])} order by id for no key update`.execute(tx);
}

/** Returns the user's first turn that overlaps the input, as 11-23 08:00–16:00 etc.; null when there is none. */
export async function overlap(
  tx: Db,
  viewer: Viewer,
  turn: TurnInput,
  but: readonly string[] = [],
): Promise<string | null> {
  const zone = await viewerZone(tx, viewer);
  const row = await tx.row(sql<{ name: string; text: string }>`
    select u.name, to_char(r.from_at at time zone ${zone}, 'MM-DD HH24:MI') || '–' || to_char(r.until_at at time zone ${zone}, 'MM-DD HH24:MI') as text
    from shift_turn r join "user" u on u.id = r.user_id
    where r.user_id = ${turn.userId} and r.deleted_at is null and r.id <> all(${bigints(but)})
      and r.from_at < ${turn.until}::timestamptz and r.until_at > ${turn.from}::timestamptz
    order by r.from_at limit 1`);
  return row ? `${row.name} 在 ${row.text} 已有排班` : null;
}

/** Throws unless the user is in scope and may claim warns. */
export async function validateUser(viewer: Viewer, userId: string): Promise<void> {
  if (!(await isColleague(viewer, 'warn:claim', userId)))
    throw invalidField('userId', '这个人不在你的范围，或没有接警的权限');
}

/**
 * Throws on a problem with the turn's time; the user is already locked and validated. `but`: turns replaced in the same
 * change.
 */
export async function validateTurn(
  tx: Db,
  viewer: Viewer,
  turn: TurnInput,
  but: readonly string[] = [],
): Promise<void> {
  const wrong = timeProblem(turn);
  if (wrong) throw invalidField(wrong.field, wrong.msg);
  const overlapText = await overlap(tx, viewer, turn, but);
  if (overlapText) throw invalidField('from', overlapText);
}
