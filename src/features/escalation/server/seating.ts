import { sql } from 'kysely';
import { idleSince, seatStatesOf } from '#features/seat/server/service.ts';
import { type Colleague, usersWith } from '#features/user/server/service.ts';
import { isUnknownNumber, type Origin } from '#features/warn/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { WarnFamily } from '#shared/codes.ts';

/** A waiting alarm that is offered to seats, or will be. */
export interface OfferableWarn extends Origin {
  id: string;
  family: WarnFamily;
  departmentId: string;
  projectId: string;
  offeredTo: string | null;
  /** Timer of the warn: the rung at half the limit, or the end of an offer; null while it waits for a free seat. */
  kind: 'claim' | 'offer' | null;
  rung: number | null;
  /** Whether the warn needs a seat now. */
  asks: boolean;
  seatFree: boolean;
}

/** Seat for a warn; `alone`: the only user present, who gets no offers (domain.md 8.10). */
export interface Seating {
  seat?: Colleague;
  alone?: Colleague;
}

/** Maximum number of warns per run, the first in order. */
const maxWarns = 200;

/** Seconds after which a failing alarm reserves no seat any more. */
const failingTimeoutSeconds = 15;

/**
 * Returns the warns that are or will be offered to seats, in queue order. A warn on the ladder without offer and timer
 * waits for a seat.
 * @param firing warns to include even if they are late
 */
export async function offerable(tx: Db, firing: readonly string[]): Promise<OfferableWarn[]> {
  return tx.rows(sql<OfferableWarn>`
    select w.id::text, w.type, w.family, w.customer_id::text as "customerId", w.equipment_id::text as "equipmentId", w.created_by::text as "createdBy",
      w.department_id::text as "departmentId", w.project_id::text as "projectId", w.offered_to::text as "offeredTo",
      t.kind, t.rung, coalesce(t.due_at <= now(), true) as asks, coalesce(t.seat_free, false) as "seatFree"
    from warn w left join lateral (
      select x.kind, x.rung, x.due_at, x.seat_free from warn_timer x where x.warn_id = w.id and x.name = 'seat' and x.done_at is null
      order by x.due_at limit 1) t on true
    where w.status = 'pending' and exists (select 1 from warn_timer c where c.warn_id = w.id and c.kind = 'claim' and c.rung >= 0)
      and case when t.due_at is null then w.offered_to is null
        else t.due_at > now() - make_interval(secs => ${failingTimeoutSeconds}) or w.id = any(${bigints(firing)}) end
    order by w.silent, w.level, w.escalation desc, w.received_at, w.id limit ${maxWarns}`);
}

interface Seats {
  present: Colleague[];
  /** Idle users without an open warn or offer; the seat with the oldest last offer first. */
  free: Colleague[];
}

async function seatsOf(tx: Db): Promise<Seats> {
  const users = await usersWith(tx, 'warn:claim', null);
  const states = await seatStatesOf(tx, users);
  const present = users.filter(({ id }) => states.get(id) !== 'away');
  const idle = present.filter(({ id, online }) => online && states.get(id) === 'idle');
  if (idle.length === 0) return { present, free: [] };
  const rows = await tx.rows(sql<{ id: string }>`
    select u.id::text from unnest(${bigints(idle.map(({ id }) => id))}) as u (id)
    where not exists (select 1 from warn w where w.handler_id = u.id and w.status = 'handling' and w.family <> 'health')
      and not exists (select 1 from warn w where w.offered_to = u.id and w.status = 'pending' and w.family <> 'health')
    order by (select max(s.at) from warn_step s where s.kind = 'note' and s.data ->> 'offeredTo' = u.id::text and s.at > now() - interval '1 day') asc nulls first, random()`);
  const byId = new Map(idle.map((user) => [user.id, user]));
  return { present, free: rows.flatMap(({ id }) => byId.get(id) ?? []) };
}

/** Whether a user who claims warns can claim this one; an unregistered number is open to all of them. */
const canTake = (row: OfferableWarn) => (user: Colleague) => isUnknownNumber(row) || user.sees(row);

/** Returns `warn user` pairs of users who had the warn, or let its offer pass, since their seat became idle. */
async function passedOver(tx: Db, rows: readonly OfferableWarn[], free: readonly Colleague[]): Promise<Set<string>> {
  const steps = await tx.rows(sql<{ warnId: string; userId: string; at: string }>`
    select s.warn_id::text as "warnId", coalesce(s.data ->> 'offeredTo', s.user_id::text) as "userId", max(s.at) as at
    from warn_step s where s.warn_id = any(${bigints(rows.map(({ id }) => id))})
      and (s.kind = 'claimed' or s.kind = 'note' and s.data ->> 'offeredTo' is not null)
    group by 1, 2`);
  if (steps.length === 0) return new Set();
  const since = await idleSince(
    tx,
    free.map(({ id }) => id),
  );
  const isOutdated = ({ userId, at }: { userId: string; at: string }) =>
    Date.parse(at) < Date.parse(since.get(userId) ?? at);
  return new Set(steps.filter((step) => !isOutdated(step)).map(({ warnId, userId }) => `${warnId} ${userId}`));
}

/** Assigns each free seat to one warn: first those that need a seat now, then the future ones, each in their order. */
export async function assignSeats(tx: Db, rows: readonly OfferableWarn[]): Promise<Map<string, Seating>> {
  const seating = new Map<string, Seating>();
  if (rows.length === 0) return seating;
  const { present, free } = await seatsOf(tx);
  const passed = free.length > 0 ? await passedOver(tx, rows, free) : new Set<string>();
  for (const row of [...rows.filter(({ asks }) => asks), ...rows.filter(({ asks }) => !asks)]) {
    const [first, ...others] = present.filter(canTake(row));
    if (first && others.length === 0) {
      seating.set(row.id, { alone: first });
      continue;
    }
    const index = free.findIndex(
      (user) => canTake(row)(user) && user.id !== row.offeredTo && !passed.has(`${row.id} ${user.id}`),
    );
    const [seat] = index < 0 ? [] : free.splice(index, 1);
    if (seat) seating.set(row.id, { seat });
  }
  return seating;
}
