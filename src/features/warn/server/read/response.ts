import { type RawBuilder, sql } from 'kysely';
import { deskWork } from '../conditions.ts';

/** Seconds from reception to the first claim; null before it. Release and transfer do not restart it. */
export const responseSeconds = sql<number | null>`extract(epoch from warn.first_claimed_at - warn.received_at)`;

export const wasClaimed = sql<boolean>`warn.first_claimed_at is not null`;

/** Whether a step at this instant was the desk's: those of health staff, before their warn became the desk's, count for nobody. */
export const atDesk = (at: RawBuilder<unknown>) => sql<boolean>`(warn.type <> 'health' or ${at} >= warn.received_at)`;

/** User with the first claim; null before it. */
export const firstClaimer = sql<string | null>`(
  select s.user_id from warn_step s where s.warn_id = warn.id and s.kind = 'claimed' and s.user_id is not null and ${atDesk(sql`s.at`)}
  order by s.at, s.id limit 1)`;

/** Instant from which an unclaimed warn is overdue: `claimLimit` of ladder.ts in SQL, counted from the reception. */
export const claimUntil = sql<string>`(warn.received_at + make_interval(secs =>
  (select p.claim_seconds from project p where p.id = warn.project_id) * case warn.level when 1 then 1 when 2 then 3 else 10 end))`;

/** Whether the warn is past its claim limit without a claim. Only the desk's warns have one, but silent tests. */
export const pastLimit = sql<boolean>`(warn.first_claimed_at is null and now() >= ${claimUntil}
  and ${deskWork} and not (warn.test and warn.silent))`;

/** Value of the column `overdue` in the statement that claims or ends a warn; in between the late rung sets it. */
export const overdueNow = sql<boolean>`(warn.overdue or ${pastLimit})`;
