import { sql } from 'kysely';
import type { seatApi } from '#features/seat/contract.ts';
import { type Colleague, colleaguesOf } from '#features/user/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { assignmentsOf } from '#server/feature/assignments.ts';
import type { SeatState } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { isOperator } from './operatorRole.ts';

type Api = typeof seatApi;
type Row = OutputOf<Api['getSeat']>;

interface StoredSeat {
  id: string;
  extension: string | null;
  state: SeatState | null;
  since: string;
  until: string | null;
}

/** Returns stored seats; users without one are known by their last login. */
async function storedSeats(tx: Db, ids: readonly string[]): Promise<Map<string, StoredSeat>> {
  const rows = await tx.rows(sql<StoredSeat>`
    select u.id::text, u.extension, s.state, s.until,
      coalesce(s.since, (select max(l.created_at) from session l where l.user_id = u.id), u.last_login_at, u.created_at) as since
    from "user" u left join seat s on s.user_id = u.id where u.id = any(${`{${ids.join(',')}}`}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** User data that a seat needs. */
type SeatUser = Pick<Colleague, 'id' | 'name' | 'online' | 'has'>;

function stateOf(user: SeatUser, stored: StoredSeat | undefined): SeatState {
  return stored?.state ?? (isOperator(user.has) && user.online ? 'idle' : 'away');
}

/** Returns the seat states of the users, by id. */
export async function seatStatesOf(tx: Db, users: readonly Colleague[]): Promise<Map<string, SeatState>> {
  const storedById = await storedSeats(
    tx,
    users.map((user) => user.id),
  );
  return new Map(users.map((user) => [user.id, stateOf(user, storedById.get(user.id))]));
}

/** Returns since when these users' seats have their present state, by user id. */
export async function idleSince(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const storedById = await storedSeats(tx, ids);
  return new Map([...storedById].map(([id, { since }]) => [id, new Date(since).toISOString()]));
}

async function rowsOf(viewer: Viewer, users: readonly SeatUser[]): Promise<Row[]> {
  const ids = users.map((user) => user.id);
  const [storedById, assignments] = await Promise.all([storedSeats(db, ids), assignmentsOf(db, ids, viewer)]);
  return users.map((user) => {
    const row = storedById.get(user.id);
    const state = stateOf(user, row);
    return {
      userId: user.id,
      userName: user.name,
      extension: row?.extension ?? null,
      state,
      since: new Date(row?.since ?? 0).toISOString(),
      until: row?.until ? new Date(row.until).toISOString() : null,
      onDuty: state !== 'away',
      online: user.online,
      warnIds: assignments.filter((assignment) => assignment.userId === user.id).map((assignment) => assignment.id),
    };
  });
}

/** Returns the seats of users in scope who may claim warns, those on duty first. */
export async function getSeatList(viewer: Viewer): Promise<Row[]> {
  const rows = await rowsOf(viewer, await colleaguesOf(viewer, 'warn:claim'));
  return rows.toSorted((a, b) => Number(b.onDuty) - Number(a.onDuty));
}

/** Returns the viewer's seat; the viewer is present by making the request. */
export async function getSeat(viewer: Viewer): Promise<Row> {
  const viewerSeat: SeatUser = {
    ...{ id: viewer.userId, name: viewer.name, online: true },
    has: (permission) => viewer.permissions.has(permission),
  };
  const [row] = await rowsOf(viewer, [viewerSeat]);
  return row as Row;
}
