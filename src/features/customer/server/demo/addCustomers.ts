import { type Insertable, sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import type { Customer } from '#server/db/tables.ts';
import { bigints, texts } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { Purpose } from '../consentValidity.ts';
import { adoptHealthWords } from '../customerHooks.ts';
import type { MadeContact } from './contacts.ts';

export interface MadeCustomer {
  row: Insertable<Customer>;
  contacts: readonly MadeContact[];
}

/** Adds demo customers, their contacts, and their consents to these purposes, signed by themselves; returns the ids. */
export async function addCustomers(
  ctx: CommandContext,
  customers: readonly MadeCustomer[],
  purposes: readonly Purpose[],
): Promise<string[]> {
  const { tx } = ctx;
  const rows = customers.map(({ row }) => row);
  const ids = (await tx.insertInto('customer').values(rows).returning('id').execute()).map(({ id }) => id);
  const contacts = customers.flatMap(({ contacts: list }, index) =>
    list.map((contact, place) => ({ ...contact, customerId: ids[index] ?? '', order: place + 1, demo: true })),
  );
  await tx.insertInto('customerContact').values(contacts).execute();
  await sql`
    insert into consent (customer_id, purpose, signed_by, relation, signed_at)
    select c.id, p.purpose, c.name, 'self', c.created_at from customer c cross join unnest(${texts([...purposes])}::text[]) as p (purpose)
    where c.id = any(${bigints(ids)})`.execute(tx);
  await adoptHealthWords(ctx, system('demo'), ids);
  return ids;
}
