import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { ConsentValidity, consentPurposes } from '#shared/codes.ts';
import { localToday } from './reminderQueries.ts';

export type Purpose = keyof typeof consentPurposes;

/** Of a signature `k` that it stands, in statements about `customer`. */
const isValid = sql<SqlBool>`(k.withdrawn_at is null and (k.until is null or k.until >= ${localToday}))`;

/** That `customer` has agreed to it: what needs that is shown. */
export function hasConsent(purpose: Purpose): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from consent k where k.customer_id = customer.id and k.purpose = ${purpose} and ${isValid})`;
}

/** That `customer` had agreed to it and does not any more: what needs that is not stored either. Who was never asked is not meant. */
export function consentLapsed(purpose: Purpose): RawBuilder<SqlBool> {
  return sql<SqlBool>`(exists (select 1 from consent k where k.customer_id = customer.id and k.purpose = ${purpose}) and not ${hasConsent(purpose)})`;
}

const validityCase = sql`case when ${isValid} then 'valid' when k.withdrawn_at is null then 'over' else 'withdrawn' end`;

/** What these people have been asked and how it stands now, a row a person and purpose. */
export async function consentValiditiesOf(
  tx: Db,
  ids: readonly string[],
): Promise<{ id: string; purpose: Purpose; agreement: ConsentValidity }[]> {
  const { rows } = await sql<{ id: string; purpose: Purpose; agreement: ConsentValidity }>`
    select distinct on (customer.id, k.purpose) customer.id::text, k.purpose, ${validityCase} as agreement
    from customer join consent k on k.customer_id = customer.id
    where customer.id = any(${bigints(ids)}) order by customer.id, k.purpose, ${isValid} desc, k.signed_at desc, k.id desc`.execute(
    tx,
  );
  return rows;
}

/** Whether these people agree to a purpose now, by person; who was never asked is absent. */
export async function consentValiditiesFor(
  tx: Db,
  purpose: Purpose,
  ids: readonly string[],
): Promise<Map<string, ConsentValidity>> {
  const all = await consentValiditiesOf(tx, ids);
  return new Map(all.filter((row) => row.purpose === purpose).map(({ id, agreement }) => [id, agreement]));
}

/** Whether somebody agrees to it now. */
export async function consentValidityOf(tx: Db, customerId: string, purpose: Purpose): Promise<ConsentValidity> {
  const { rows } = await sql<{ agreement: ConsentValidity }>`
    select ${validityCase} as agreement
    from customer join consent k on k.customer_id = customer.id and k.purpose = ${purpose}
    where customer.id = ${customerId} order by ${isValid} desc, k.signed_at desc, k.id desc limit 1`.execute(tx);
  return rows[0]?.agreement ?? 'missing';
}
