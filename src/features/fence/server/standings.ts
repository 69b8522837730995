import { type RawBuilder, sql } from 'kysely';
import type { FenceStanding } from '#features/fence/contract.ts';
import type { Db } from '#server/db/db.ts';
import { fencesFor, isJudged, isOut } from './members.ts';

/** Where a person stands: the worst of the fences in force that are for them. */
export interface Standing {
  standing: FenceStanding;
  /** The fence; null where none is in force. */
  id: string | null;
  name: string | null;
  since: string | null;
}

/** Standing of somebody for whom no fence is in force. */
export const noStanding: Standing = { standing: 'off', id: null, name: null, since: null };

/**
 * Selects `customer_id`, `standing`, `fence_id`, `name` and `since` of the worst fence in force of these people, or of
 * everybody; people without one are absent.
 */
export function standingRows(customerIds: readonly string[] | null): RawBuilder<unknown> {
  return sql`
    select distinct on (m.customer_id) m.customer_id, x.standing, f.id as fence_id, f.name, s.since
    from (${fencesFor(customerIds)}) m join customer on customer.id = m.customer_id join fence f on f.id = m.fence_id
    join fence_watch w on w.fence_id = f.id and w.on_since is not null
    left join fence_state s on s.customer_id = m.customer_id and s.fence_id = f.id
    cross join lateral (select case when ${isOut} then 'outside' when s.pending <> '[]' and s.side is not null then 'doubtful' when s.side is null then 'unknown' else 'inside' end as standing) x
    where ${isJudged}
    order by m.customer_id, array_position(array['outside', 'doubtful', 'unknown', 'inside'], x.standing), s.since`;
}

/** Returns the standings of these people; somebody for whom no fence is in force is absent (`noStanding`). */
export async function standingsOf(tx: Db, customerIds: readonly string[]): Promise<Map<string, Standing>> {
  const rows = await tx.rows(sql<Standing & { customerId: string }>`
    select r.customer_id::text as "customerId", r.standing, r.fence_id::text as id, r.name, r.since from (${standingRows(customerIds)}) r`);
  return new Map(rows.map(({ customerId, ...standing }) => [customerId, standing]));
}

/** A crossing of a person, for their track. */
export interface PastCrossing {
  at: string;
  kind: 'leave' | 'enter' | 'stay' | 'back';
  fenceId: string;
  name: string;
}

/** Returns the crossings of a person between two instants, oldest first. The caller has checked consent and scope. */
export async function crossingsOf(tx: Db, customerId: string, from: string, to: string): Promise<PastCrossing[]> {
  return tx.rows(sql<PastCrossing>`
    select v.at, v.kind, v.fence_id::text as "fenceId", f.name from fence_event v join fence f on f.id = v.fence_id
    where v.customer_id = ${customerId} and v.at >= ${from}::timestamptz and v.at <= ${to}::timestamptz order by v.at, v.id limit 1000`);
}
