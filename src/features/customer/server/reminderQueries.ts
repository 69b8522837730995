import { type RawBuilder, sql } from 'kysely';
import { zoneOf } from '#server/db/zone.ts';

/** Something of a person that the clock has come to. */
export interface Due {
  kind: 'return' | 'leave' | 'consent' | 'benefit';
  /** The person, or the row about them that is due. */
  subjectId: string;
  /** What of it is told now: once each. */
  step: string;
  customerId: string;
  /** At most 50 characters. */
  title: string;
  /** One paragraph, plain. */
  content: string;
}

/** A page of them: those who are left come with the next turn of the clock. */
export const maxPerRun = 500;

/** The day in the zone of a person's project, in statements about `customer`. */
export const localToday: RawBuilder<unknown> = sql`(now() at time zone ${zoneOf('customer.projectId')})::date`;

/** Before this no day is over, whatever its zone: it lets an index be used. */
export const aDayAhead: RawBuilder<unknown> = sql`(now() at time zone 'UTC')::date + 1`;

/** The condition that this step was not told yet. */
export function notReminded(
  kind: Due['kind'],
  subjectId: RawBuilder<unknown>,
  step: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`not exists (select 1 from customer_reminder r where r.kind = ${kind} and r.subject_id = ${subjectId} and r.step = ${step})`;
}
