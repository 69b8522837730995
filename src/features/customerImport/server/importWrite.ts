import { type Insertable, type Selectable, sql } from 'kysely';
import { type ReadyRow, saveOverwritten } from '#features/import/server/service.ts';
import { reserveQuota } from '#features/project/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { changedColumns, decrypted } from '#server/crud/storedValues.ts';
import { type Db, db } from '#server/db/db.ts';
import { snakeCase } from '#server/db/names.ts';
import type { Customer, CustomerContact } from '#server/db/tables.ts';
import { now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { searchColumns } from '#server/feature/search.ts';
import { customer } from '#features/customer/contract/fields.ts';
import { requireUnsealed } from '#features/customer/server/archiveSealed.ts';
import { assignToBed } from '#features/bed/server/bedAssignment.ts';
import { decryptHealth, encryptHealth } from '#features/customer/server/health.ts';
import { healthAfter, healthFields } from '#features/customerEntry/server/healthInput.ts';
import { writeBenefits } from '#features/benefit/server/importBenefitWrite.ts';
import type { ContactData } from './importContacts.ts';
import { writtenCustomers } from './importOwner.ts';
import type { CustomerData } from './importValidation.ts';
import { lockCustomers } from '#features/customer/server/lockCustomer.ts';
import { columnsFor } from '#features/customerEntry/server/write.ts';

type Row = Selectable<Customer>;
type Patch = Partial<Insertable<Customer>>;

/**
 * Reserves customer numbers for a batch in a separate statement, so that other calls do not wait for the import's
 * transaction.
 */
async function numbersFor(count: number): Promise<string[]> {
  const [row] = await db.returning(sql<{ last: number }>`
    insert into daily_number (day, name, last) values ('2000-01-01', 'customer', ${count})
    on conflict (day, name) do update set last = daily_number.last + ${count} returning last`);
  const last = row?.last ?? count;
  return Array.from({ length: count }, (_, index) => `KH${String(last - count + 1 + index).padStart(6, '0')}`);
}

async function newIds(tx: Db, count: number): Promise<string[]> {
  const rows = await tx.rows(
    sql<{
      id: string;
    }>`select nextval('id_seq')::text as id from generate_series(1, ${count}::int)`,
  );
  return rows.map((row) => row.id);
}

/** Inserts the signatures of new customers in one statement; they were validated with their rows. */
async function insertConsents(
  tx: Db,
  viewer: Viewer,
  rows: readonly ReadyRow[],
  ids: readonly string[],
): Promise<void> {
  const signed = rows.flatMap((row, index) =>
    ((row.data as CustomerData).input.consent ?? []).map((signature) => ({
      ...signature,
      customerId: ids[index] ?? '',
      createdBy: viewer.userId,
    })),
  );
  if (signed.length > 0) await tx.insertInto('consent').values(signed).execute();
}

async function insertCustomers(tx: Db, viewer: Viewer, rows: readonly ReadyRow[]): Promise<string[]> {
  const perProject = Map.groupBy(rows, (row) => (row.data as CustomerData).place.projectId);
  for (const [projectId, some] of perProject) await reserveQuota(tx, projectId, 'customers', some.length);
  const [ids, numbers] = [await newIds(tx, rows.length), await numbersFor(rows.length)];
  const values = rows.map((row, index) => {
    const { input, facts, place, reached } = row.data as CustomerData;
    return {
      ...columnsFor(input, facts, reached),
      ...place,
      id: ids[index] ?? '',
      no: numbers[index] ?? '',
      source: 'import',
      createdBy: viewer.userId,
    };
  });
  await tx.insertInto('customer').values(values).execute();
  await insertConsents(tx, viewer, rows, ids);
  for (const [index, row] of rows.entries()) {
    const { input, reached } = row.data as CustomerData;
    const customer = { id: ids[index] ?? '', name: input.name, serviceState: reached ? 'active' : 'pending' };
    if (input.bedId) await assignToBed(tx, viewer, customer, input.bedId);
  }
  return ids;
}

/** Returns the health summary with the filled cells if it changes, and changed illness codes. */
function healthPatch(row: Row, { input, filled }: CustomerData): Patch {
  const previous = decryptHealth(row.healthCipher);
  const changes = Object.fromEntries(
    healthFields.filter((field) => filled.includes(field)).map((field) => [field, input[field]]),
  );
  if (input.communication) changes.communication = { ...previous.communication, ...input.communication };
  const { summary, codes } = healthAfter(changes, previous);
  return {
    ...(JSON.stringify(summary) !== JSON.stringify(previous) && { healthCipher: encryptHealth(summary) }),
    ...(codes && JSON.stringify(codes) !== JSON.stringify(row.chronic) && { chronic: codes }),
  };
}

/** Columns of cells that change an existing customer nowhere: the ID number identifies the customer and stays. */
const identifying = ['idNo', 'idType'];

/** Returns the changes to a known customer from the filled cells. */
function patchOf(row: Row, data: CustomerData): Patch {
  const { input, facts, place, filled } = data;
  const entered = Object.fromEntries(
    Object.entries(input).filter(([field]) => filled.includes(field) && !identifying.includes(field)),
  );
  const patch: Patch = changedColumns(
    customer.fields,
    {
      ...entered,
      ...(facts.idNo && { birthDate: facts.birthDate, gender: facts.gender }),
      ...(filled.includes('department') && { departmentId: place.departmentId }),
      ...(filled.includes('project') && { projectId: place.projectId }),
      ...(input.responsibleId && { responsibleId: input.responsibleId }),
    },
    row,
  );
  return { ...patch, ...(patch.name && searchColumns(patch.name)), ...healthPatch(row, data) };
}

/** Returns the previous plain texts of the encrypted columns that a patch replaces, by column, for the undo. */
function replacedTexts(row: Row, patch: Patch): Record<string, string | null> {
  const ciphers = Object.keys(patch).filter((column) => column.endsWith('Cipher'));
  return Object.fromEntries(ciphers.map((column) => [snakeCase(column), decrypted(row[column as 'healthCipher'])]));
}

async function overwriteCustomers(tx: Db, viewer: Viewer, rows: readonly ReadyRow[], jobId: string): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.objectId ?? '0');
  const customers = await lockCustomers(tx, viewer, ids);
  await requireUnsealed(tx, customers);
  const byId = new Map(customers.map((row) => [row.id, row]));
  for (const row of rows) {
    const previous = byId.get(row.objectId ?? '') as Row;
    const patch = patchOf(previous, row.data as CustomerData);
    // Importing the same file again changes nothing and does not outdate an open form.
    if (Object.keys(patch).length === 0) continue;
    await saveOverwritten(tx, jobId, row, replacedTexts(previous, patch));
    await tx.updateTable('customer').set(patch).where('id', '=', previous.id).execute();
  }
}

async function writeContacts(tx: Db, viewer: Viewer, rows: readonly ReadyRow[], jobId: string): Promise<string[]> {
  const ownerRows = rows.flatMap(({ data }) => {
    const { ownerRow, linkedRow } = data as ContactData;
    return [ownerRow ?? [], linkedRow ?? []].flat();
  });
  const owners = await writtenCustomers(tx, jobId, ownerRows);
  const customerIds = rows.flatMap((row) => (row.data as ContactData).customerId ?? []);
  if (customerIds.length > 0) await requireUnsealed(tx, await lockCustomers(tx, viewer, [...new Set(customerIds)]));
  const ids = await newIds(tx, rows.length);
  const created: Insertable<CustomerContact>[] = [];
  const written: string[] = [];
  for (const [index, row] of rows.entries()) {
    const { input: entered, filled, ownerRow, linkedRow, customerId } = row.data as ContactData;
    const linkedId = linkedRow === null ? undefined : owners.get(linkedRow);
    const input = { ...entered, ...(linkedId && { linkedId }) };
    const owner = customerId ?? owners.get(ownerRow ?? -1);
    if (!owner) throw new Problem(409, '对应的客户没有导入');
    if (row.action === 'insert') {
      const id = ids[index] ?? '';
      created.push({ ...input, id, customerId: owner, createdBy: viewer.userId });
      written.push(id);
      continue;
    }
    const changes = Object.fromEntries(
      Object.entries(input).filter(([key]) => filled.includes(key) || key === 'linkedId'),
    );
    await tx
      .updateTable('customerContact')
      .set({ ...changes, updatedAt: now, updatedBy: viewer.userId })
      .where('id', '=', row.objectId ?? '0')
      .execute();
    written.push(row.objectId ?? '0');
  }
  if (created.length > 0) await tx.insertInto('customerContact').values(created).execute();
  return written;
}

/** Writes rows of one sheet; returns their ids in order. */
export async function writeRows(
  ctx: CommandContext,
  viewer: Viewer,
  rows: readonly ReadyRow[],
  jobId: string,
): Promise<string[]> {
  const { tx } = ctx;
  if (rows[0]?.sheet === 1) return writeContacts(tx, viewer, rows, jobId);
  if (rows[0]?.sheet === 2) return writeBenefits(ctx, viewer, rows, jobId);
  const newRows = rows.filter((row) => row.action === 'insert');
  const ids = newRows.length > 0 ? await insertCustomers(tx, viewer, newRows) : [];
  await overwriteCustomers(
    tx,
    viewer,
    rows.filter((row) => row.action === 'update'),
    jobId,
  );
  const insertedIds = ids.values();
  return rows.map((row) => (row.action === 'insert' ? (insertedIds.next().value ?? '') : (row.objectId ?? '')));
}
