import { sql } from 'kysely';
import { system, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { extensionsOf } from './extensions.ts';

/** A page with something open asks at least twice in this time, and each question is noted by the minute, seconds. */
const usedWithin = 120;

/** A case that somebody has taken and not finished. */
export interface Assignment {
  userId: string;
  id: string;
  /** The number that people call it by. */
  no: string;
}

/** What people of a feature can have in hand, its part `jobOfOwner`. */
export interface Assignments {
  /** The cases that these people hold, as far as the viewer may see them. */
  list(viewer: Viewer, tx: Db, userIds: readonly string[]): Promise<Assignment[]>;
  /**
   * Puts what somebody holds back to where others take it, with a step that says why. `by` does it.
   * @returns the numbers of the cases that went back
   */
  release(by: Viewer, userId: string, reason: string): Promise<string[]>;
}

/** What these people have in hand, in every feature. */
export async function assignmentsOf(tx: Db, userIds: readonly string[], viewer = system()): Promise<Assignment[]> {
  if (userIds.length === 0) return [];
  const assignments: Assignment[] = [];
  for (const { extension: part } of await extensionsOf('assignments'))
    assignments.push(...(await part.list(viewer, tx, userIds)));
  return assignments;
}

/**
 * Gives back what somebody has in hand whose sessions were ended.
 * @returns the numbers of the cases that went back
 */
export async function releaseAssignments(by: Viewer, userId: string, reason: string): Promise<string[]> {
  const released: string[] = [];
  for (const { extension: part } of await extensionsOf('assignments'))
    released.push(...(await part.release(by, userId, reason)));
  return released;
}

/** Gives back what somebody has in hand who has logged out, unless a session of theirs elsewhere is in use. */
export async function releaseAfterLogout(viewer: Viewer): Promise<void> {
  const elsewhere = await sql`
    select 1 from session where user_id = ${viewer.userId} and ended_at is null and expires_at > now()
      and seen_at > now() - make_interval(secs => ${usedWithin}) limit 1`.execute(db);
  if (elsewhere.rows.length === 0)
    await releaseAssignments(viewer, viewer.userId, `${viewer.name} 已退出登录，自动释放`);
}
