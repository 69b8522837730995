import { sql } from 'kysely';
import { system, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { extensionsOf } from './extensions.ts';

/**
 * Seconds. A page with an open session calls the server at least twice within it; `seen_at` is updated once a minute.
 */
const usedWithin = 120;

/** A warn that a user has claimed and not closed. */
export interface Assignment {
  userId: string;
  id: string;
  /** The warn number that operators use. */
  no: string;
}

/** Open work of users in a feature: its extension `assignments`. */
export interface Assignments {
  /** Lower ones release first: notices to leaders, then the seat, then its warns, so that none returns to it. */
  order: number;
  /** Returns the open warns of these users, as far as the viewer can see them. */
  list(viewer: Viewer, tx: Db, userIds: readonly string[]): Promise<Assignment[]>;
  /**
   * Releases all open work of a user and adds a step with the reason; `by` is the actor.
   * @returns numbers of the released warns
   */
  release(by: Viewer, userId: string, reason: string): Promise<string[]>;
}

/** Returns the open work of these users in every feature. */
export async function assignmentsOf(tx: Db, userIds: readonly string[], viewer = system()): Promise<Assignment[]> {
  if (userIds.length === 0) return [];
  const assignments: Assignment[] = [];
  for (const { extension: part } of await extensionsOf('assignments'))
    assignments.push(...(await part.list(viewer, tx, userIds)));
  return assignments;
}

/**
 * Releases the open work of a user after their sessions were ended.
 * @returns numbers of the released warns
 */
export async function releaseAssignments(by: Viewer, userId: string, reason: string): Promise<string[]> {
  const released: string[] = [];
  const extensions = (await extensionsOf('assignments')).toSorted((a, b) => a.extension.order - b.extension.order);
  for (const { extension: part } of extensions) released.push(...(await part.release(by, userId, reason)));
  return released;
}

/** Releases the open work of a user after logout, unless the user has another session in use. */
export async function releaseAfterLogout(viewer: Viewer): Promise<void> {
  const elsewhere = await db.rows(sql`
    select 1 from session where user_id = ${viewer.userId} and ended_at is null and expires_at > now()
      and seen_at > now() - make_interval(secs => ${usedWithin}) limit 1`);
  if (elsewhere.length === 0) await releaseAssignments(viewer, viewer.userId, `${viewer.name} 已退出登录，自动释放`);
}
