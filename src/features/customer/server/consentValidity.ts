import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { ConsentValidity, consentPurposes } from '#shared/codes.ts';
import { localToday } from './reminderQueries.ts';

export type Purpose = keyof typeof consentPurposes;

/** Condition that signature `k` is valid, for statements on `customer`. */
const isValid = sql<SqlBool>`(k.withdrawn_at is null and (k.until is null or k.until >= ${localToday}))`;

/** Returns the condition that `customer` has a valid consent: data that needs it is shown. */
export function hasConsent(purpose: Purpose): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from consent k where k.customer_id = customer.id and k.purpose = ${purpose} and ${isValid})`;
}

/**
 * Returns the condition that an earlier consent of `customer` is no longer valid: data that needs it is not stored.
 * False for a customer without any signature.
 */
export function consentLapsed(purpose: Purpose): RawBuilder<SqlBool> {
  return sql<SqlBool>`(exists (select 1 from consent k where k.customer_id = customer.id and k.purpose = ${purpose}) and not ${hasConsent(purpose)})`;
}

const validityCase = sql`case when ${isValid} then 'valid' when k.withdrawn_at is null then 'over' else 'withdrawn' end`;

/** Returns the purposes with signatures and their current validity, a row per customer and purpose. */
export async function consentValiditiesOf(
  tx: Db,
  ids: readonly string[],
): Promise<{ id: string; purpose: Purpose; agreement: ConsentValidity }[]> {
  return tx.rows(sql<{ id: string; purpose: Purpose; agreement: ConsentValidity }>`
    select distinct on (customer.id, k.purpose) customer.id::text, k.purpose, ${validityCase} as agreement
    from customer join consent k on k.customer_id = customer.id
    where customer.id = any(${bigints(ids)}) order by customer.id, k.purpose, ${isValid} desc, k.signed_at desc, k.id desc`);
}

/** Returns the current validity of a purpose by customer; a customer without signatures is absent. */
export async function consentValiditiesFor(
  tx: Db,
  purpose: Purpose,
  ids: readonly string[],
): Promise<Map<string, ConsentValidity>> {
  const all = await consentValiditiesOf(tx, ids);
  return new Map(all.filter((row) => row.purpose === purpose).map(({ id, agreement }) => [id, agreement]));
}

/** Returns the current validity of the customer's consent to a purpose. */
export async function consentValidityOf(tx: Db, customerId: string, purpose: Purpose): Promise<ConsentValidity> {
  const row = await tx.row(sql<{ agreement: ConsentValidity }>`
    select ${validityCase} as agreement
    from customer join consent k on k.customer_id = customer.id and k.purpose = ${purpose}
    where customer.id = ${customerId} order by ${isValid} desc, k.signed_at desc, k.id desc limit 1`);
  return row?.agreement ?? 'missing';
}
