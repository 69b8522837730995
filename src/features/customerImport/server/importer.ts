import { sql } from 'kysely';
import {
  type HealthEntry,
  type HealthRows,
  healthEditedSince,
  healthRowsOf,
  writeHealthRows,
} from '#features/customer/server/service.ts';
import { customerImportApi } from '#features/customerImport/contract.ts';
import { type Importer, readOverwritten, type UndoneImport } from '#features/import/server/service.ts';
import { quotasOf } from '#features/project/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { blockingReasons } from '#server/feature/blockingReferences.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { searchColumns } from '#server/feature/search.ts';
import { customerSheets } from './importSheets.ts';
import { validateCustomers } from './importValidation.ts';
import { keptHealth, writeRows } from './importWrite.ts';

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

/** Gives the rows of the health archive their former contents; the words of the desk have them already. */
async function restoreHealth(
  ctx: CommandContext,
  { jobId, viewer }: UndoneImport,
  ids: readonly string[],
): Promise<void> {
  const present = await healthRowsOf(ctx.tx, ids);
  const entries: HealthEntry[] = [];
  for (const id of ids) {
    const kept = (await readOverwritten(ctx.tx, jobId, 0, id))[keptHealth];
    entries.push({ id, rows: kept ? (JSON.parse(kept) as HealthRows) : present(id) });
  }
  await writeHealthRows(ctx, viewer, entries);
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
  editedSince: async (tx, sheet, ids, trace) =>
    new Map(
      (sheet === 0 ? await healthEditedSince(tx, ids, trace) : []).map((id) => [
        id,
        '导入之后健康档案已被修改，没有撤销',
      ]),
    ),
  async restored(ctx, sheet, ids, undone) {
    if (sheet !== 0) return;
    await refreshGrams(ctx.tx, ids);
    await restoreHealth(ctx, undone, ids);
  },
};

export default importer;
