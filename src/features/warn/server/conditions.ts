import { sql } from 'kysely';

/** `isUnknownNumber` of warnEvents.ts in SQL. */
export const unknownNumbers = sql`(warn.type = 'unknown' and warn.customer_id is null and warn.equipment_id is null and warn.created_by is null)`;

/** `isDeskWork` of shared/warnOrder.ts in SQL. */
export const deskWork = sql<boolean>`(warn.family = 'sos' or warn.type = 'unknown')`;

/** Condition for device work, which has its own tab and figures. */
export const deviceWork = sql<boolean>`(warn.family = 'device' and warn.type <> 'unknown')`;

/** Condition for the waiting queue: pending at the desk, no silent test (a silent test needs no claim). */
export const waiting = sql<boolean>`(warn.status = 'pending' and ${deskWork} and not (warn.test and warn.silent))`;

/** Condition for figures: no test, the desk's; `isCounted` of shared/warnOrder.ts in SQL. The list filter `counted` selects it. */
export const counted = sql<boolean>`(not warn.test and ${deskWork})`;
