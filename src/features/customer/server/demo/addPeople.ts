import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';
import type { Purpose } from '../consentValidity.ts';

/** Adds consents of the demo customers to these purposes, signed by themselves on the day of entry. */
export async function agreeForDemo(tx: Db, ids: readonly string[], purposes: readonly Purpose[]): Promise<void> {
  await sql`
    insert into consent (customer_id, purpose, signed_by, relation, signed_at)
    select c.id, p.purpose, c.name, 'self', c.created_at from customer c cross join unnest(${texts([...purposes])}::text[]) as p (purpose)
    where c.id = any(${bigints(ids)})`.execute(tx);
}
