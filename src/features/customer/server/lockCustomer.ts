import { type Selectable, sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { ownedTables, scopeCondition, scoped } from '#server/db/scoped.ts';
import type { Customer } from '#server/db/tables.ts';
import { any } from '#server/db/values.ts';
import { localToday } from './reminderQueries.ts';

/** Locked customer. `today` is the day in the time zone of the customer's project. */
export type StoredCustomer = Selectable<Customer> & { today: string };

/** Returns whether the service is over: devices are returned, and no further work is created. */
export const isOver = (state: string): boolean => state === 'ended' || state === 'deceased';

const today = sql<string>`${localToday}::text`.as('today');

/** Selects a customer in the viewer's scope; 404 for every other one. */
export async function customerOf(viewer: Viewer, id: string): Promise<StoredCustomer> {
  const row = await db
    .selectFrom(scoped(viewer, 'customer'))
    .selectAll('customer')
    .select(today)
    .where('customer.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('客户');
  return row;
}

/**
 * Locks these customers in the order of their ids until the end of the transaction; 404 when one is not in scope. The
 * lock does not block new alarms.
 */
export async function lockCustomers(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<StoredCustomer[]> {
  const rows = await tx
    .selectFrom('customer')
    .selectAll('customer')
    .select(today)
    .where('customer.id', '=', any(ids))
    .where('customer.deletedAt', 'is', null)
    .where(scopeCondition(viewer, 'customer', ownedTables.customer.owners))
    .orderBy('customer.id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length < new Set(ids).size) throw notFound('客户');
  return rows;
}

/** Locks one customer; 404 outside the scope. */
export async function lockCustomer(tx: Db, viewer: Viewer, id: string): Promise<StoredCustomer> {
  const [row] = await lockCustomers(tx, viewer, [id]);
  return row as StoredCustomer;
}
