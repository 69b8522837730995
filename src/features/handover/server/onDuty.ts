import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';

/**
 * Sheet that concerns a user on duty. `take`: waits for the user's signature as taker; `give`: the user's own,
 * unsigned; `given`: the user's own, waits for the taker; `taken`: taken over by the user in this turn.
 */
interface DutySheet {
  id: string;
  kind: 'take' | 'give' | 'given' | 'taken';
  /** Name of the other user. */
  name: string;
  /** Time of the giver's signature, for `taken` of the user's; ISO. */
  at: string | null;
}

/**
 * Returns the open sheets of a user, those that wait for their signature first, and the last one taken over since 2
 * hours before `from` (ISO).
 */
export async function sheetsOnDuty(tx: Db, userId: string, from: string): Promise<DutySheet[]> {
  return tx.rows(sql<DutySheet>`
    select s.id, s.kind, s.name, s.at from (
      select h.id::text, case when h.taker_id = ${userId} then 'take' when h.giver_signed_at is null then 'give' else 'given' end as kind,
        u.name, h.giver_signed_at as at, h.id as newest
      from handover h join "user" u on u.id = case when h.taker_id = ${userId} then h.giver_id else h.taker_id end
      where h.deleted_at is null and h.state = 'open'
        and (h.giver_id = ${userId} or h.taker_id = ${userId} and h.giver_signed_at is not null)
      union all (
        select h.id::text, 'taken', u.name, h.taker_signed_at, h.id
        from handover h join "user" u on u.id = h.giver_id
        where h.deleted_at is null and h.state = 'signed' and h.taker_id = ${userId}
          and h.taker_signed_at > ${from}::timestamptz - interval '2 hours'
        order by h.taker_signed_at desc limit 1)) s
    order by array_position(array['take', 'give', 'given', 'taken'], s.kind), s.newest desc`);
}
