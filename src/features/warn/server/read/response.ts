import { sql } from 'kysely';

/** Seconds from reception to the first claim; null before it. Release and transfer do not restart it. */
export const responseSeconds = sql<number | null>`extract(epoch from warn.first_claimed_at - warn.received_at)`;

export const wasClaimed = sql<boolean>`warn.first_claimed_at is not null`;

/** Seconds within which the project requires the first claim; grows with the level like the ladder (domain.md 7.4). */
const claimLimit = sql`(select p.claim_seconds from project p where p.id = warn.project_id) * case warn.level when 1 then 1 when 2 then 3 else 10 end`;

/** Whether the first claim was later than its limit, or the warn waits or waited longer without one. */
export const claimedLate = sql<boolean>`extract(epoch from coalesce(warn.first_claimed_at, warn.finished_at, now()) - warn.received_at) > ${claimLimit}`;
