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

interface Kept {
  id: string;
  extension: string | null;
  state: SeatState | null;
  since: string;
  until: string | null;
}

/** Seats as they are kept; who has none is known by their last login. */
async function keptSeats(tx: Db, ids: readonly string[]): Promise<Map<string, Kept>> {
  const { rows } = await sql<Kept>`
    select u.id::text, u.extension, s.state, s.until,
      coalesce(s.since, (select max(l.created_at) from session l where l.user_id = u.id), u.last_login_at, u.created_at) as since
    from "user" u left join seat s on s.user_id = u.id where u.id = any(${`{${ids.join(',')}}`}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Somebody as far as their seat goes. */
type Sitter = Pick<Colleague, 'id' | 'name' | 'online' | 'has'>;

function stateOf(one: Sitter, kept: Kept | undefined): SeatState {
  return kept?.state ?? (isOperator(one.has) && one.online ? 'idle' : 'away');
}

/** The states of the people's seats, by their ids. */
export async function seatStatesOf(tx: Db, people: readonly Colleague[]): Promise<Map<string, SeatState>> {
  const kept = await keptSeats(
    tx,
    people.map((one) => one.id),
  );
  return new Map(people.map((one) => [one.id, stateOf(one, kept.get(one.id))]));
}

/** When these users' seats got their present state, by the users' ids. */
export async function idleSince(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const kept = await keptSeats(tx, ids);
  return new Map([...kept].map(([id, { since }]) => [id, new Date(since).toISOString()]));
}

async function rowsOf(viewer: Viewer, people: readonly Sitter[]): Promise<Row[]> {
  const ids = people.map((one) => one.id);
  const [kept, assignments] = await Promise.all([keptSeats(db, ids), assignmentsOf(db, ids, viewer)]);
  return people.map((one) => {
    const row = kept.get(one.id);
    const state = stateOf(one, row);
    return {
      userId: one.id,
      userName: one.name,
      extension: row?.extension ?? null,
      state,
      since: new Date(row?.since ?? 0).toISOString(),
      until: row?.until ? new Date(row.until).toISOString() : null,
      onDuty: state !== 'away',
      online: one.online,
      warnIds: assignments.filter((assignment) => assignment.userId === one.id).map((assignment) => assignment.id),
    };
  });
}

/** The seats of the people in scope who may take alarms, those on duty first. */
export async function getSeatList(viewer: Viewer): Promise<Row[]> {
  const rows = await rowsOf(viewer, await colleaguesOf(viewer, 'warn:claim'));
  return rows.toSorted((a, b) => Number(b.onDuty) - Number(a.onDuty));
}

/** The viewer's own seat. They are asking, so they are there. */
export async function getSeat(viewer: Viewer): Promise<Row> {
  const own: Sitter = {
    ...{ id: viewer.userId, name: viewer.name, online: true },
    has: (right) => viewer.permissions.has(right),
  };
  const [row] = await rowsOf(viewer, [own]);
  return row as Row;
}
