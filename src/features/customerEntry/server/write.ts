import type { Insertable, Selectable, Updateable } from 'kysely';
import { assignToBed } from '#features/bed/server/service.ts';
import { addBenefits } from '#features/benefit/server/service.ts';
import { addConsents } from '#features/consent/server/service.ts';
import { customer } from '#features/customer/contract.ts';
import {
  contactProblems,
  decryptHealth,
  encryptHealth,
  type HealthRows,
  nextNumbers,
  noHealthRows,
  relationsOf,
  requireLinked,
  writeHealthRows,
} from '#features/customer/server/service.ts';
import type { customerEntryApi } from '#features/customerEntry/contract.ts';
import { requireCodes } from '#features/dictionary/server/service.ts';
import { ownershipForNew, reserveQuota } from '#features/project/server/service.ts';
import { isColleague } from '#features/user/server/service.ts';
import { invalid, invalidField, Problem } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { changedColumns, codedValues } from '#server/crud/storedValues.ts';
import type { Customer } from '#server/db/tables.ts';
import { command } from '#server/feature/command.ts';
import { searchColumns } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { todayInChina } from '#shared/idCard.ts';
import { customerProblems, newCustomerProblems } from './customerRules.ts';
import { duplicatesOf } from './duplicates.ts';
import { type HealthInput, healthAfter } from './healthInput.ts';
import { type Identity, identity } from './identityRules.ts';

export type CustomerInput = InputOf<typeof customerEntryApi.addCustomer>;
type Input = CustomerInput;

/** Throws 400 for a responsible user that the viewer may not assign. */
export async function requireResponsible(viewer: Viewer, id: string | null | undefined): Promise<void> {
  if (!id || (await isColleague(viewer, 'customer:list', id))) return;
  throw invalidField('responsibleId', '责任人不存在或不在你的范围', 'known');
}

/** Throws 400 for an ID number in use, with the customer if in scope. `except`: the edited customer. */
export async function requireOwnIdNo(
  viewer: Viewer,
  name: string,
  idNo: string | null,
  except?: string,
): Promise<void> {
  const [first] = idNo ? await duplicatesOf(viewer, { name, idNo, phones: [] }, except) : [];
  if (first?.reason !== 'idNo') return;
  const errors: FieldProblem[] = [{ field: 'idNo', rule: 'unique', msg: first.msg }];
  // The command log gets a message without names.
  throw new Problem(400, first.msg, { errors, duplicates: [first] }, '该身份证号已存在');
}

/** Converts the unique violation of two concurrent entries of one ID number. */
export function takenIdNo(error: unknown): unknown {
  return sqlState(error) === '23505' ? invalidField('idNo', '该身份证号已存在', 'unique') : error;
}

/**
 * Returns the columns of a new customer except number and ownership; includes search and encrypted columns.
 * @param reached an emergency contact exists: the service starts today, otherwise it is pending
 */
export function columnsFor(input: Input, facts: Identity, reached: boolean) {
  const { summary, codes } = healthAfter(input, decryptHealth(null), noHealthRows);
  return {
    ...(changedColumns(customer.fields, { ...input, ...facts }, null) as Partial<Insertable<Customer>>),
    name: input.name,
    ...searchColumns(input.name),
    healthCipher: encryptHealth(summary),
    ...(codes && { chronic: codes }),
    serviceState: reached ? 'active' : 'pending',
    startDate: input.startDate ?? (reached ? todayInChina(Date.now()) : null),
  };
}

/** Returns the rows of conditions, allergies and medicines of a new customer; undefined without any. */
export function newHealthRows(input: HealthInput): HealthRows | undefined {
  return healthAfter(input, decryptHealth(null), noHealthRows).rows;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns the columns that values change in a stored customer, search and encrypted columns included, and the rows of
 * its health archive if the input has some.
 * @param healthRows the stored ones
 */
export function changedOf(
  values: object,
  health: HealthInput,
  row: Selectable<Customer>,
  healthRows: HealthRows,
): { patch: Updateable<Customer>; rows: HealthRows | undefined } {
  const patch: Updateable<Customer> = changedColumns(customer.fields, values, row);
  const previous = decryptHealth(row.healthCipher);
  const { summary, codes, rows } = healthAfter(health, previous, healthRows);
  const columns = {
    ...patch,
    ...(patch.name !== undefined && searchColumns(String(patch.name))),
    ...(!same(summary, previous) && { healthCipher: encryptHealth(summary) }),
    ...(codes && !same(codes, row.chronic) && { chronic: codes }),
  };
  return { patch: columns, rows };
}

/** Validates the fields of a new customer, without queries. */
export function addProblems(input: Input): { problems: FieldProblem[]; facts: Identity } {
  const problems = [...customerProblems(input), ...newCustomerProblems(input)];
  problems.push(...contactProblems(input.contacts ?? [], { served: false }));
  return { facts: identity(input, problems), problems };
}

/** Adds a customer with contacts and health summary. 400 names the field, also for a known ID number. */
export async function addCustomer(
  viewer: Viewer,
  input: Input,
  mark: { demo: boolean } = { demo: false },
): Promise<OutputOf<typeof customerEntryApi.addCustomer>> {
  const { problems, facts } = addProblems(input);
  if (problems.length > 0) throw invalid(problems);
  const ownership = await ownershipForNew(viewer, input);
  await requireResponsible(viewer, input.responsibleId);
  await requireOwnIdNo(viewer, input.name, facts.idNo);
  const by = { createdBy: viewer.userId, demo: mark.demo };
  const contacts = input.contacts ?? [];
  const reached = contacts.some(({ isEmergency }) => isEmergency);
  const added = command(viewer, async (ctx) => {
    const { tx } = ctx;
    await reserveQuota(tx, ownership.projectId, 'customers');
    await requireCodes(tx, [...codedValues(customer.fields, input), ...relationsOf(contacts)]);
    await requireLinked(tx, viewer, undefined, contacts);
    const [no = ''] = await nextNumbers(tx, 1);
    const row = await tx
      .insertInto('customer')
      .values({ ...columnsFor(input, facts, reached), ...ownership, ...by, no })
      .returning(['id', 'name', 'serviceState'])
      .executeTakeFirstOrThrow();
    const rows = contacts.map((contact) => ({ ...contact, ...by, customerId: row.id }));
    if (rows.length > 0) await tx.insertInto('customerContact').values(rows).execute();
    const healthRows = newHealthRows(input);
    if (healthRows) await writeHealthRows(ctx, viewer, [{ id: row.id, rows: healthRows }]);
    await addConsents(tx, viewer, { ...ownership, id: row.id }, input.consent ?? []);
    await addBenefits(ctx, viewer, row.id, input.benefits ?? []);
    if (input.bedId) await assignToBed(tx, viewer, row, input.bedId);
    return { id: row.id, no };
  });
  return added.catch((error: unknown) => {
    throw takenIdNo(error);
  });
}
