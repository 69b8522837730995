import { sql } from 'kysely';
import { lockCustomers, requireUnsealed, type StoredCustomer } from '#features/customer/server/service.ts';
import type { physicalApi } from '#features/physical/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalid, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { currentCatalogue } from '#shared/physical/catalogues.ts';
import { orgIdOf } from '../org.ts';
import { applyGiven, formColumns, judgeForm, type Results } from './form.ts';
import { addReadings, type ReadingPlace } from './readings.ts';
import { examinedOn, requireDay, requireNextDay, takenText } from './record.ts';

export type NewPhysical = Omit<InputOf<(typeof physicalApi)['addPhysical']>, 'fileIds'>;

/** Returns the cipher of a text; null for an empty one. */
export const cipherOf = (text: string | null | undefined): string | null =>
  text?.trim() ? encrypt(text.trim()) : null;

/** Validates a new examination and judges its results by the person on its day; 400 with the fields. */
function judged(input: NewPhysical, customer: StoredCustomer) {
  const { date, nextDate = null } = input;
  requireDay(customer, date);
  requireNextDay(date, nextDate);
  const catalogue = currentCatalogue();
  const results: Results = new Map();
  const { errors } = applyGiven(catalogue, results, input.items);
  if (errors.length > 0) throw invalid(errors);
  const person = examinedOn(customer, date);
  return { input, customer, date, nextDate, catalogue, person, ...judgeForm(catalogue, results, person) };
}

type New = ReturnType<typeof judged> & { orgId: string };

/** Throws 409 with the id of an examination that is there for one of these people, days and institutions. */
async function requireNone(tx: Db, all: readonly New[]): Promise<void> {
  const row = await tx.row(sql<{ id: string }>`
    select p.id::text
    from unnest(${all.map(({ customer }) => customer.id)}::bigint[], ${all.map(({ date }) => date)}::date[], ${all.map(({ orgId }) => orgId)}::bigint[])
      as s (customer_id, date, org_id)
    join physical p on p.customer_id = s.customer_id and p.date = s.date and p.org_id = s.org_id and p.status <> 'void' limit 1`);
  if (row) throw new Problem(409, takenText, { id: row.id });
}

async function orgIdsOf(tx: Db, viewer: Viewer, inputs: readonly NewPhysical[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { org } of inputs) if (!ids.has(org)) ids.set(org, await orgIdOf(tx, viewer, org));
  return ids;
}

async function insertAll(
  tx: Db,
  viewer: Viewer,
  all: readonly New[],
  of: { status: 'draft' | 'done'; jobId: string | null; places: readonly ReadingPlace[] },
): Promise<string[]> {
  const rows = await tx
    .insertInto('physical')
    .values(
      all.map(({ input, customer, date, nextDate, catalogue, orgId, person, columns }, index) => ({
        ...{ customerId: customer.id, date, orgId, kind: input.kind, nextDate, catalogue: catalogue.version },
        ...{ ...columns, abnormal: texts(columns.abnormal), sex: person.sex, age: person.age },
        ...{ status: of.status, jobId: of.jobId },
        ...{ readingAt: null, readingSource: null, ...of.places[index] },
        ...{ enteredBy: viewer.userId, createdBy: viewer.userId, editors: bigints([viewer.userId]) },
      })),
    )
    .returning(['id', 'customerId', 'orgId', sql<string>`date::text`.as('day')])
    .execute();
  const keyOf = (customerId: string, day: string, orgId: string) => `${customerId} ${day} ${orgId}`;
  const ids = new Map(rows.map(({ id, customerId, day, orgId }) => [keyOf(customerId, day, orgId), id]));
  const inOrder = all.map(({ customer, date, orgId }) => ids.get(keyOf(customer.id, date, orgId)) ?? '');
  await tx
    .insertInto('physicalForm')
    .values(
      all.map(({ input, items, words, columns }, index) => ({
        ...{ physicalId: inOrder[index] ?? '', ...formColumns({ items, words, columns }) },
        ...{ doctorCipher: cipherOf(input.doctor), conclusionCipher: cipherOf(input.conclusion) },
        adviceCipher: cipherOf(input.advice),
      })),
    )
    .execute();
  return inOrder;
}

/**
 * Adds examinations in the caller's transaction and returns their ids, in order. Submitted ones (`done`) become readings, and
 * are complete as they come. Throws 404 for a customer outside the scope, 400 with the fields, 409 with `data.id` for the
 * same person, day and institution, and for a sealed archive.
 * @param jobId import that adds them
 */
export async function storePhysicals(
  tx: Db,
  viewer: Viewer,
  inputs: readonly NewPhysical[],
  { status, jobId = null }: { status: 'draft' | 'done'; jobId?: string | null },
): Promise<string[]> {
  const customers = await lockCustomers(tx, viewer, [...new Set(inputs.map(({ customerId }) => customerId))]);
  await requireUnsealed(tx, customers);
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  const orgIds = await orgIdsOf(tx, viewer, inputs);
  const all = inputs.map((input) => ({
    ...judged(input, byId.get(input.customerId) as StoredCustomer),
    orgId: orgIds.get(input.org) ?? '',
  }));
  await requireNone(tx, all);
  const places = status === 'done' ? await addReadings(tx, viewer, all) : [];
  return insertAll(tx, viewer, all, { status, jobId, places });
}
