import { sql } from 'kysely';

/** Seconds from the reception to the first claim; null while nobody has claimed it. Release and transfer start nothing anew. */
export const responseSeconds = sql<number | null>`extract(epoch from warn.first_claimed_at - warn.received_at)`;

export const wasClaimed = sql<boolean>`warn.first_claimed_at is not null`;

/** Seconds within which the project wants the first claim; the limit grows with the level as the ladder does (domain.md 7.4). */
const claimLimit = sql`(select p.claim_seconds from project p where p.id = warn.project_id) * case warn.level when 1 then 1 when 2 then 3 else 10 end`;

/** Whether the first claim came after its limit, or the alarm waits or waited longer than that without one. */
export const claimedLate = sql<boolean>`extract(epoch from coalesce(warn.first_claimed_at, warn.finished_at, now()) - warn.received_at) > ${claimLimit}`;
