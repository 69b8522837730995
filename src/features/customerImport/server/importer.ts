import { sql } from 'kysely';
import { customerImportApi } from '#features/customerImport/contract.ts';
import type { Importer } from '#features/import/server/service.ts';
import { quotasOf } from '#features/project/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { blockingReasons } from '#server/feature/blockingReferences.ts';
import { searchColumns } from '#server/feature/search.ts';
import { customerSheets } from './importSheets.ts';
import { validateCustomers } from './importValidation.ts';
import { writeRows } from './importWrite.ts';

const listOf = (ids: readonly string[]) => sql`any(${ids}::bigint[])`;

/** Returns contacts and benefits of customers that the undo keeps: these rows stay, too. */
async function partsInUse(tx: Db, ids: readonly string[], jobId: string): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string }>`
    select p.id::text from (select id, customer_id from customer_contact union all select id, customer_id from benefit) p
      join import_row r on r.object_id = p.customer_id
    where p.id = ${listOf(ids)} and r.job_id = ${jobId} and r.sheet = 0 and r.action = 'insert' and r.state = 'refused'`);
  return new Map(rows.map((row) => [row.id, '所属客户没有撤销']));
}

/** Returns the beds of customers that the import assigned and no user changed since. */
async function bedsOfImport(tx: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(sql<{ id: string }>`
    select b.id::text from customer_bed b join customer c on c.id = b.customer_id
    where c.id = ${listOf(ids)} and b.updated_at = c.created_at`);
  return rows.map(({ id }) => id);
}

/** Returns the benefits that the import added and no user changed since: the undo deletes them with their customers. */
async function benefitsOfImport(tx: Db, jobId: string): Promise<string[]> {
  const rows = await tx.rows(sql<{ id: string }>`
    select b.id::text from benefit b join import_row r on r.object_id = b.id
    where r.job_id = ${jobId} and r.sheet = 2 and r.action = 'insert' and r.state = 'done' and b.version = 1`);
  return rows.map(({ id }) => id);
}

/** Returns customers that the undo must keep: other rows refer to them, or they signed a consent since the import. */
async function customersInUse(tx: Db, ids: readonly string[], jobId: string): Promise<Map<string, string>> {
  const blocked = await blockingReasons(tx, 'customer', ids, {
    customer_bed: await bedsOfImport(tx, ids),
    benefit: await benefitsOfImport(tx, jobId),
  });
  const signed = await tx.rows(sql<{ id: string }>`
    select distinct customer_id::text as id from consent join customer c on c.id = consent.customer_id
    where customer_id = ${listOf(ids)} and (consent.created_at > c.created_at or consent.withdrawn_at is not null)`);
  for (const { id } of signed) blocked.set(id, '已有知情同意');
  return new Map([...blocked].map(([id, reason]) => [id, `${reason}，没有撤销`]));
}

async function refreshGrams(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.rows(
    sql<{
      id: string;
      name: string;
    }>`select id::text, name from customer where id = ${listOf(ids)}`,
  );
  for (const row of rows)
    await tx
      .updateTable('customer')
      .set({ grams: searchColumns(row.name).grams })
      .where('id', '=', row.id)
      .execute();
}

/**
 * Importer of customers with contacts and benefits. It recognizes known customers by ID number, else by name and phone.
 */
const importer: Importer = {
  path: customerImportApi.importCustomer.path,
  name: '客户',
  sheets: customerSheets,
  quotas: (viewer) => quotasOf(viewer, 'customers'),
  validate: validateCustomers,
  write: writeRows,
  inUse: async (tx, sheet, ids, jobId) =>
    ids.length === 0 ? new Map() : sheet === 0 ? customersInUse(tx, ids, jobId) : partsInUse(tx, ids, jobId),
  restored: async (tx, sheet, ids) => (sheet === 0 ? refreshGrams(tx, ids) : undefined),
};

export default importer;
