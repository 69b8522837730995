import { Problem } from '#server/core/problem.ts';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { archiveSealedMessage } from '../contract/state.ts';
import { isOver } from './lockCustomer.ts';

interface ArchivedCustomer {
  id: string;
  name: string;
  serviceState: string;
}

/** Returns these customers with a sealed archive; a seal counts only while the service is over. */
export async function archiveSealedOf<P extends ArchivedCustomer>(tx: Db, customers: readonly P[]): Promise<P[]> {
  const over = customers.filter(({ serviceState }) => isOver(serviceState));
  if (over.length === 0) return [];
  const rows = await tx
    .selectFrom('customerLeaving')
    .select('customerId')
    .where('customerId', '=', any(over.map(({ id }) => id)))
    .where('archiveSealedAt', 'is not', null)
    .execute();
  const ids = new Set(rows.map(({ customerId }) => customerId));
  return over.filter(({ id }) => ids.has(id));
}

/**
 * Throws 409 if one of these customers, locked before, has a sealed archive; of several customers it names that one.
 */
export async function requireUnsealed(tx: Db, customers: readonly ArchivedCustomer[]): Promise<void> {
  const [first] = await archiveSealedOf(tx, customers);
  if (!first) return;
  throw new Problem(
    409,
    customers.length === 1 ? archiveSealedMessage : `「${first.name}」${archiveSealedMessage}`,
    null,
    archiveSealedMessage,
  );
}

/** Customers per query. */
const chunk = 1000;

/** Returns which of these customers have a sealed archive. */
export async function archiveSealedIds(ids: readonly string[]): Promise<Set<string>> {
  const sealed = new Set<string>();
  for (let offset = 0; offset < ids.length; offset += chunk) {
    const customers = await db
      .selectFrom('customer')
      .select(['id', 'name', 'serviceState'])
      .where('id', '=', any(ids.slice(offset, offset + chunk)))
      .execute();
    for (const { id } of await archiveSealedOf(db, customers)) sealed.add(id);
  }
  return sealed;
}
