import { sql } from 'kysely';
import { emitWarnEvent } from '#features/warn/server/service.ts';
import { newTrace } from '#server/core/trace.ts';
import { system } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { assignSeats, type OfferableWarn, offerable, type Seating } from './seating.ts';

/** Duration of an offer, seconds; then it goes to the next seat. */
export const offerSeconds = 30;

const lockName = 'seat offers';

/**
 * Returns the seats for the warns with timers firing in this transaction, and locks seat assignment until its end. Lock
 * order: rows of warns and timers first, then this lock.
 */
export async function seatsFor(tx: Db, warnIds: readonly string[]): Promise<Map<string, Seating>> {
  await sql`select pg_advisory_xact_lock(hashtext(${lockName}))`.execute(tx);
  return assignSeats(tx, await offerable(tx, warnIds));
}

/** Arms the end of offers that start now. A warn has one such timer at a time. */
export async function armOffers(tx: Db, warnIds: readonly string[], seconds = offerSeconds): Promise<void> {
  if (warnIds.length === 0) return;
  await sql`
    insert into warn_timer (warn_id, kind, rung, due_at, name)
    select o.id, 'offer', coalesce((select max(t.rung) from warn_timer t where t.warn_id = o.id and t.kind = 'offer'), 0) + 1,
      now() + make_interval(secs => ${seconds}), 'seat'
    from unnest(${bigints(warnIds)}) as o (id)
    where not exists (select 1 from warn_timer t where t.warn_id = o.id and t.kind = 'offer' and t.done_at is null)`.execute(
    tx,
  );
}

/** Locks the warns that no other transaction has locked: the caller holds the lock of the seats and must not wait. */
async function lockIdle(tx: Db, rows: readonly OfferableWarn[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const locked = await tx.rows(sql<{ id: string }>`
    select w.id::text from warn w where w.id = any(${bigints(rows.map(({ id }) => id))}) and w.status = 'pending'
    for update skip locked`);
  return new Set(locked.map(({ id }) => id));
}

/** Records whether a seat is free for future rungs; emits events to the pages of these warns. */
async function markSeatFree(ctx: CommandContext, rows: readonly OfferableWarn[]): Promise<void> {
  if (rows.length === 0) return;
  const steps = rows.map(({ id, kind, rung, seatFree }) => ({ id, kind, rung, free: !seatFree }));
  await sql`
    update warn_timer t set seat_free = s.free
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (id bigint, kind text, rung int, free boolean)
    where t.warn_id = s.id and t.kind = s.kind and t.rung = s.rung and t.done_at is null`.execute(ctx.tx);
  for (const row of rows) emitWarnEvent(ctx, row, 'changed');
}

/**
 * Offers waiting warns, in their order, to free seats, and records whether future rungs will find a seat. One node at a
 * time. Returns the number of changed warns.
 */
export async function wakeOffers(): Promise<number> {
  if ((await offerable(db, [])).length === 0) return 0;
  return command(system(newTrace()), async (ctx) => {
    const { tx } = ctx;
    const row = await tx.row(sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext(${lockName})) as held`);
    if (!row?.held) return 0;
    const rows = await offerable(tx, []);
    const seating = await assignSeats(tx, rows);
    const hasSeat = ({ id }: OfferableWarn) => seating.get(id)?.seat !== undefined;
    const due = rows.filter((row) => (row.kind === null ? hasSeat(row) : !row.asks && row.seatFree !== hasSeat(row)));
    const locked = await lockIdle(tx, due);
    const lockedRows = due.filter(({ id }) => locked.has(id));
    // The timers fire at once and choose the seats again.
    await armOffers(
      tx,
      lockedRows.flatMap(({ id, kind }) => (kind === null ? [id] : [])),
      0,
    );
    await markSeatFree(
      ctx,
      lockedRows.filter(({ kind }) => kind !== null),
    );
    return lockedRows.length;
  });
}
