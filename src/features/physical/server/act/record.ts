import { type Selectable, sql } from 'kysely';
import { lockCustomer, requireUnsealed, type StoredCustomer } from '#features/customer/server/service.ts';
import type { physicalApi } from '#features/physical/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Physical, PhysicalForm } from '#server/db/tables.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { ageOn } from '#shared/idCard.ts';
import type { PhysicalCatalogue } from '#shared/physical/catalogue.ts';
import { catalogueOf } from '#shared/physical/catalogues.ts';
import type { Examined } from '#shared/physical/flag.ts';

export type State = OutputOf<(typeof physicalApi)['addPhysical']>;

/** Examination with its form; the day as YYYY-MM-DD. */
export type StoredPhysical = Selectable<Physical> & { date: string };
export interface Opened {
  physical: StoredPhysical;
  form: Selectable<PhysicalForm>;
  customer: StoredCustomer;
}

/** Returns an examination of a customer in scope; 404 for every other one. */
export async function requirePhysical(viewer: Viewer, id: string, tx: Db = db): Promise<StoredPhysical> {
  const row = await tx
    .selectFrom('physical as p')
    .innerJoin(scoped(viewer, 'customer'), 'customer.id', 'p.customerId')
    .selectAll('p')
    .select(sql<string>`p.date::text`.as('date'))
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('体检');
  return row;
}

/** Locks the customer, then the examination, of which 404 says that it is not in scope. A sealed archive refuses. */
export async function openPhysical(tx: Db, viewer: Viewer, id: string): Promise<Opened> {
  const { customerId } = await requirePhysical(viewer, id, tx);
  const customer = await lockCustomer(tx, viewer, customerId);
  await requireUnsealed(tx, [customer]);
  const physical = await tx
    .selectFrom('physical as p')
    .selectAll('p')
    .select(sql<string>`p.date::text`.as('date'))
    .where('p.id', '=', id)
    .where('p.customerId', '=', customer.id)
    .forUpdate()
    .executeTakeFirst();
  if (!physical) throw notFound('体检');
  const form = await tx.selectFrom('physicalForm').selectAll().where('physicalId', '=', id).executeTakeFirstOrThrow();
  return { physical, form, customer };
}

/** Returns the catalogue of a stored examination: values stay with the version that flagged them. */
export function catalogueOfStored({ catalogue }: Pick<StoredPhysical, 'catalogue'>): PhysicalCatalogue {
  const version = catalogueOf(catalogue);
  if (!version) throw new Error(`catalogue ${catalogue} is unknown`);
  return version;
}

/** Returns sex and age of a customer on a day: by these and no other person's the values are flagged. */
export function examinedOn({ gender, birthDate }: Pick<StoredCustomer, 'gender' | 'birthDate'>, day: string): Examined {
  return { sex: gender === 1 || gender === 2 ? gender : 0, age: birthDate ? ageOn(birthDate, day) : null };
}

/** Throws 400 for a day in the future of the customer's zone, before 1990 or before the birth. */
export function requireDay({ today, birthDate }: Pick<StoredCustomer, 'today' | 'birthDate'>, day: string): void {
  if (day > today) throw invalidField('date', '体检日期不能晚于今天', 'range');
  if (day < '1990-01-01') throw invalidField('date', '体检日期不能早于1990年', 'range');
  if (birthDate && day < birthDate) throw invalidField('date', '体检日期不能早于出生日期', 'range');
}

/** Throws 400 where the next examination is not after this one. */
export function requireNextDay(day: string, next: string | null | undefined): void {
  if (next && next <= day) throw invalidField('nextDate', '下次体检日期须晚于体检日期', 'order');
}

/** Says that an examination of this person, day and institution is there. */
export const takenText = '该客户当天在该机构已有一份体检';

/** Throws 409 with the id of another examination of this person, day and institution. */
export async function requireOnly(
  tx: Db,
  { customerId, date, orgId }: { customerId: string; date: string; orgId: string },
  except: string,
): Promise<void> {
  const row = await tx.row(sql<{ id: string }>`
    select p.id::text from physical p where p.customer_id = ${customerId} and p.date = ${date}::date and p.org_id = ${orgId}
      and p.status <> 'void' and p.id <> ${except}`);
  if (row) throw new Problem(409, takenText, { id: row.id });
}

/** Throws 409 where the status allows no such act. */
export function requireStatus({ status }: Pick<StoredPhysical, 'status'>, allowed: string, refusal: string): void {
  if (status !== allowed) throw new Problem(409, refusal);
}

/** Returns what every act answers. */
export async function stateOf(tx: Db, id: string): Promise<State> {
  const row = await tx
    .selectFrom('physical')
    .select(['id', 'version', 'status', sql<number>`cardinality(abnormal)`.as('abnormal')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row as State;
}
