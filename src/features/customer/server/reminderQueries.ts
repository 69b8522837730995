import { type RawBuilder, sql } from 'kysely';
import { zoneOf } from '#server/db/zone.ts';

/** Matter of a customer that has come due. */
export interface Due {
  kind: 'return' | 'leave' | 'consent' | 'benefit' | 'physical';
  /** Id of the customer, or of the row that is due. */
  subjectId: string;
  /** Step of the reminder; each step is sent once. */
  step: string;
  customerId: string;
  /** Title of the notice, at most 50 characters. */
  title: string;
  /** Plain text, one paragraph. */
  content: string;
}

/** Limit per run; the rest follows with the next run. */
export const maxPerRun = 500;

/** Today in the time zone of the customer's project, for statements on `customer`. */
export const localToday: RawBuilder<unknown> = sql`(now() at time zone ${zoneOf('customer.projectId')})::date`;

/** Latest day that can be today in any zone: lets a query use an index. */
export const aDayAhead: RawBuilder<unknown> = sql`(now() at time zone 'UTC')::date + 1`;

/** Returns the condition that no reminder was sent for this step. */
export function notReminded(
  kind: Due['kind'],
  subjectId: RawBuilder<unknown>,
  step: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`not exists (select 1 from customer_reminder r where r.kind = ${kind} and r.subject_id = ${subjectId} and r.step = ${step})`;
}
