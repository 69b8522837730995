import { sql } from 'kysely';
import type { SessionLimit } from '#server/auth/session.ts';
import { db } from '#server/db/db.ts';
import { isOperator } from './operatorRole.ts';

/** Default hours for users without a project. */
const usual = { seat: 12, other: 720 };

/**
 * Returns the session limit: operators share seats, so their logins end with the shift. The strictest of a user's
 * projects applies.
 */
const sessionLimit: SessionLimit = {
  async limitOf({ permissions, scope }) {
    const seat = isOperator((permission) => permissions.has(permission));
    const column = seat ? sql`seat_session_hours` : sql`session_hours`;
    const ownProjects = scope.projects ? `{${scope.projects.join(',')}}` : null;
    const row = await db.row(sql<{ hours: number | null }>`
      select min(${column})::int as hours from project
      where deleted_at is null and status <> 'closed' and (${ownProjects}::bigint[] is null or id = any(${ownProjects}::bigint[]))`);
    return { seat, hours: row?.hours ?? (seat ? usual.seat : usual.other) };
  },
};
export default sessionLimit;
