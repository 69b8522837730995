import { type Insertable, type Selectable, sql } from 'kysely';
import { assignToBed } from '#features/bed/server/service.ts';
import { type ImportedBenefit, writeBenefits } from '#features/benefit/server/service.ts';
import { healthFields } from '#features/customer/contract.ts';
import {
  decryptHealth,
  type HealthEntry,
  type HealthRows,
  healthRowsOf,
  lockCustomers,
  nextNumbers,
  requireUnsealed,
  writeHealthRows,
} from '#features/customer/server/service.ts';
import { changedOf, columnsFor, newHealthRows } from '#features/customerEntry/server/service.ts';
import { type ReadyRow, saveOverwritten } from '#features/import/server/service.ts';
import { reserveQuota } from '#features/project/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { type Db, db } from '#server/db/db.ts';
import { snakeCase } from '#server/db/names.ts';
import type { Customer, CustomerContact } from '#server/db/tables.ts';
import { now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { keysOf } from '#shared/codes.ts';
import { pick } from '#shared/endpoint.ts';
import type { ContactData } from './importContacts.ts';
import { writtenCustomers } from './importOwner.ts';
import type { CustomerData } from './importValidation.ts';
import type { PartData } from './partRows.ts';

/** Name under which the undo finds the former rows of the health archive. */
export const keptHealth = 'health_rows';

type Row = Selectable<Customer>;
type Patch = Partial<Insertable<Customer>>;

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

async function insertCustomers(ctx: CommandContext, viewer: Viewer, rows: readonly ReadyRow[]): Promise<string[]> {
  const { tx } = ctx;
  const perProject = Map.groupBy(rows, (row) => (row.data as CustomerData).place.projectId);
  for (const [projectId, some] of perProject) await reserveQuota(tx, projectId, 'customers', some.length);
  // A statement of its own: other calls do not wait for the import's transaction.
  const [ids, numbers] = [await newIds(tx, rows.length), await nextNumbers(db, rows.length)];
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
  const healthRows = rows.flatMap((row, index) => {
    const entered = newHealthRows((row.data as CustomerData).input);
    return entered ? [{ id: ids[index] ?? '', rows: entered }] : [];
  });
  await writeHealthRows(ctx, viewer, healthRows);
  await insertConsents(tx, viewer, rows, ids);
  for (const [index, row] of rows.entries()) {
    const { input, reached } = row.data as CustomerData;
    const customer = { id: ids[index] ?? '', name: input.name, serviceState: reached ? 'active' : 'pending' };
    if (input.bedId) await assignToBed(tx, viewer, customer, input.bedId);
  }
  return ids;
}

/** Columns of cells that change an existing customer nowhere: the ID number identifies the customer and stays. */
const identifying = ['idNo', 'idType'];

/** Returns the changes to a known customer, and to the rows of the health archive, from the filled cells. */
function patchOf(row: Row, data: CustomerData, healthRows: HealthRows) {
  const { input, facts, place, filled } = data;
  // A level that an assessment set since the preview stays.
  const fixed = [...identifying, ...(row.abilityAssessmentId === null ? [] : ['abilityLevel'])];
  const entered = Object.fromEntries(
    Object.entries(input).filter(([field]) => filled.includes(field) && !fixed.includes(field)),
  );
  const values = {
    ...entered,
    ...(facts.idNo && { birthDate: facts.birthDate, gender: facts.gender }),
    ...(filled.includes('department') && { departmentId: place.departmentId }),
    ...(filled.includes('project') && { projectId: place.projectId }),
    ...(input.responsibleId && { responsibleId: input.responsibleId }),
  };
  const { communication } = input;
  const health = {
    ...pick(
      input,
      keysOf(healthFields).filter((field) => filled.includes(field)),
    ),
    ...(communication && { communication: { ...decryptHealth(row.healthCipher).communication, ...communication } }),
  };
  return changedOf(values, health, row, healthRows);
}

/** Returns the previous plain texts of the encrypted columns that a patch replaces, by column, for the undo. */
function replacedTexts(row: Row, patch: Patch): Record<string, string | null> {
  const ciphers = Object.keys(patch).filter((column) => column.endsWith('Cipher'));
  return Object.fromEntries(ciphers.map((column) => [snakeCase(column), decrypted(row[column as 'healthCipher'])]));
}

async function overwriteCustomers(
  ctx: CommandContext,
  viewer: Viewer,
  rows: readonly ReadyRow[],
  jobId: string,
): Promise<void> {
  if (rows.length === 0) return;
  const { tx } = ctx;
  const ids = rows.map((row) => row.objectId ?? '0');
  const customers = await lockCustomers(tx, viewer, ids);
  await requireUnsealed(tx, customers);
  const byId = new Map(customers.map((row) => [row.id, row]));
  const formerRows = await healthRowsOf(tx, ids);
  const entries: HealthEntry[] = [];
  for (const row of rows) {
    const previous = byId.get(row.objectId ?? '') as Row;
    const former = formerRows(previous.id);
    const { patch, rows: healthRows } = patchOf(previous, row.data as CustomerData, former);
    // Importing the same file again changes nothing and does not outdate an open form.
    if (Object.keys(patch).length === 0) continue;
    const kept = healthRows && { [keptHealth]: JSON.stringify(former) };
    await saveOverwritten(tx, jobId, row, { ...replacedTexts(previous, patch), ...kept });
    await tx.updateTable('customer').set(patch).where('id', '=', previous.id).execute();
    if (healthRows) entries.push({ id: previous.id, rows: healthRows });
  }
  await writeHealthRows(ctx, viewer, entries);
}

type AnyPart = PartData<object> & Partial<Pick<ContactData, 'linkedRow'>>;

/** Returns the customers already written from the file that these rows refer to, and the customer of each row. */
async function ownersOf(tx: Db, rows: readonly ReadyRow[], jobId: string) {
  const parts = rows.map(({ data }) => data as AnyPart);
  const written = await writtenCustomers(
    tx,
    jobId,
    parts.flatMap(({ ownerRow, linkedRow }) => [ownerRow ?? [], linkedRow ?? []].flat()),
  );
  const owners = parts.map(({ customerId, ownerRow }) => {
    const owner = customerId ?? written.get(ownerRow ?? -1);
    if (!owner) throw new Problem(409, '对应的客户没有导入');
    return owner;
  });
  return { written, owners };
}

async function writeContacts(tx: Db, viewer: Viewer, rows: readonly ReadyRow[], jobId: string): Promise<string[]> {
  const { written, owners } = await ownersOf(tx, rows, jobId);
  const customerIds = rows.flatMap((row) => (row.data as ContactData).customerId ?? []);
  if (customerIds.length > 0) await requireUnsealed(tx, await lockCustomers(tx, viewer, [...new Set(customerIds)]));
  const newRowIds = (await newIds(tx, rows.length)).values();
  const created: Insertable<CustomerContact>[] = [];
  const ids: string[] = [];
  for (const [index, row] of rows.entries()) {
    const { input: entered, filled, linkedRow } = row.data as ContactData;
    const linkedId = linkedRow === null ? undefined : written.get(linkedRow);
    const input = { ...entered, ...(linkedId && { linkedId }) };
    const id = (row.action === 'insert' ? newRowIds.next().value : row.objectId) ?? '0';
    ids.push(id);
    if (row.action === 'insert') {
      created.push({ ...input, id, customerId: owners[index] ?? '', createdBy: viewer.userId });
      continue;
    }
    const changes = Object.fromEntries(
      Object.entries(input).filter(([key]) => filled.includes(key) || key === 'linkedId'),
    );
    await tx
      .updateTable('customerContact')
      .set({ ...changes, updatedAt: now, updatedBy: viewer.userId })
      .where('id', '=', id)
      .execute();
  }
  if (created.length > 0) await tx.insertInto('customerContact').values(created).execute();
  return ids;
}

async function writeBenefitRows(ctx: CommandContext, viewer: Viewer, rows: readonly ReadyRow[], jobId: string) {
  const { owners } = await ownersOf(ctx.tx, rows, jobId);
  const ready = rows.map(({ action, data, objectId }, index) => ({
    customerId: owners[index] ?? '',
    input: (data as PartData<ImportedBenefit>).input,
    objectId: action === 'insert' ? null : objectId,
  }));
  return writeBenefits(ctx, viewer, ready);
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
  if (rows[0]?.sheet === 2) return writeBenefitRows(ctx, viewer, rows, jobId);
  const newRows = rows.filter((row) => row.action === 'insert');
  const ids = newRows.length > 0 ? await insertCustomers(ctx, viewer, newRows) : [];
  await overwriteCustomers(
    ctx,
    viewer,
    rows.filter((row) => row.action === 'update'),
    jobId,
  );
  const insertedIds = ids.values();
  return rows.map((row) => (row.action === 'insert' ? (insertedIds.next().value ?? '') : (row.objectId ?? '')));
}
