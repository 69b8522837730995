import { sql } from 'kysely';
import type { FenceEvent } from '#features/fence/contract.ts';
import type { Db } from '#server/db/db.ts';
import { json } from '#server/db/values.ts';
import type { Pair, StoredFix } from './follow.ts';

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Returns when somebody has been inside the fence for too long, ms; null outside, or where nobody counts. */
function stayAt({ kind, side, since, minutes, onSince }: Pair): number | null {
  if (kind !== 'stay' || side !== 'inside' || since === null || minutes === null) return null;
  return Math.max(since, onSince ?? since) + minutes * 60_000;
}

/** Stores the standings of pairs. */
export async function writeStates(tx: Db, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const rows = pairs.map((pair) => ({
    customer_id: pair.customerId,
    fence_id: pair.fenceId,
    side: pair.side,
    since: iso(pair.since),
    pending: pair.pending,
    stay_at: iso(stayAt(pair)),
  }));
  await sql`
    insert into fence_state (customer_id, fence_id, side, since, pending, stay_at)
    select r.customer_id, r.fence_id, r.side, r.since, r.pending, r.stay_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (customer_id bigint, fence_id bigint, side text, since timestamptz, pending jsonb, stay_at timestamptz)
    on conflict (customer_id, fence_id) do update set side = excluded.side, since = excluded.since, pending = excluded.pending,
      stay_at = case when fence_state.side = excluded.side and fence_state.since = excluded.since then fence_state.stay_at else excluded.stay_at end`.execute(
    tx,
  );
}

/** What happened at a fence. */
export interface NewEvent {
  kind: FenceEvent;
  pair: Pick<Pair, 'fenceId' | 'customerId'>;
  fix: Pick<StoredFix, 'at' | 'lat' | 'lng' | 'accuracy'>;
  warnId: string | null;
}

/** Adds events to the record of crossings; one that is there, because fixes were read anew, stays as it is. */
export async function writeEvents(tx: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ kind, pair, fix, warnId }) => ({
    ...{ kind, fence_id: pair.fenceId, customer_id: pair.customerId, warn_id: warnId },
    ...{ at: iso(fix.at), lat: fix.lat, lng: fix.lng, accuracy: fix.accuracy },
  }));
  await sql`
    insert into fence_event (at, kind, fence_id, customer_id, lat, lng, accuracy, warn_id)
    select r.at, r.kind, r.fence_id, r.customer_id, r.lat, r.lng, r.accuracy, r.warn_id from jsonb_to_recordset(${json(rows)}) as r (
      at timestamptz, kind text, fence_id bigint, customer_id bigint, lat double precision, lng double precision, accuracy double precision, warn_id bigint)
    where not exists (select 1 from fence_event v where v.fence_id = r.fence_id and v.customer_id = r.customer_id and v.at = r.at and v.kind = r.kind)`.execute(
    tx,
  );
}
