import { type Selectable, sql, type Updateable } from 'kysely';
import { assignToBed, clearBed } from '#features/bed/server/service.ts';
import { editBenefits, validateBenefits } from '#features/benefit/server/service.ts';
import { signConsents, validateConsents } from '#features/consent/server/service.ts';
import { customer } from '#features/customer/contract.ts';
import {
  contactProblems,
  decryptIdNo,
  type HealthRows,
  healthRowsOf,
  lockCustomer,
  moveAlong,
  readContacts,
  relationsOf,
  requireLinked,
  requireUnsealed,
  saveContacts,
  withFlags,
  writeHealthRows,
} from '#features/customer/server/service.ts';
import type { customerEntryApi } from '#features/customerEntry/contract.ts';
import { requireCodes } from '#features/dictionary/server/service.ts';
import { ownershipForNew, reserveQuota } from '#features/project/server/service.ts';
import { invalid, invalidField } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { codedValues } from '#server/crud/storedValues.ts';
import type { Db } from '#server/db/db.ts';
import type { Customer, CustomerContact } from '#server/db/tables.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { endsTooEarly } from '#shared/rule/order.ts';
import { abilityProblems, customerProblems, newCustomerProblems } from './customerRules.ts';
import { type Identity, identity } from './identityRules.ts';
import { staleCustomer } from './stale.ts';
import { changedOf, requireOwnIdNo, requireResponsible, takenIdNo } from './write.ts';

export type CustomerEdit = Omit<InputOf<typeof customerEntryApi.editCustomer>, 'id' | 'version'>;
type Row = Selectable<Customer>;
type Contact = Selectable<CustomerContact>;

const identityFields = ['idType', 'idNo', 'birthDate', 'gender'] as const;

/** Returns the identity after an edit: from the ID card, else the typed values, else the stored ones. */
function identityAfter(input: CustomerEdit, row: Row, problems: FieldProblem[]): Identity & { idType: string } {
  const idNo = input.idNo === undefined ? decryptIdNo(row) : input.idNo;
  const idType = input.idType ?? row.idType;
  const card = idType === 'id_card' && idNo !== null;
  const unchanged = { idNo, idType, birthDate: row.birthDate, gender: row.gender };
  if (identityFields.every((field) => input[field] === undefined)) return unchanged;
  const birthDate = input.birthDate === undefined && !card ? row.birthDate : input.birthDate;
  const gender = input.gender === undefined && !card ? row.gender : input.gender;
  return { ...identity({ idType, idNo, birthDate, gender }, problems), idType };
}

/** Validates the customer as the edit would leave it, and returns its identity. */
function editProblems(
  input: CustomerEdit,
  row: Row,
  contacts: readonly Contact[],
): { problems: FieldProblem[]; facts: Identity & { idType: string } } {
  const { lat = row.lat, lng = row.lng, regionCode } = input;
  const problems = [...customerProblems({ lat, lng, regionCode }), ...abilityProblems(input.abilityLevel, row)];
  const facts = identityAfter(input, row, problems);
  const { mobile = row.mobile, phone = row.phone } = input;
  // An old problem is reported only when one of these fields is edited.
  const touched = ['mobile', 'phone', ...identityFields].some((field) => field in input);
  if (touched) problems.push(...newCustomerProblems({ ...facts, idType: facts.idType, mobile, phone }));
  if (row.serviceState === 'ended' && endsTooEarly(input.startDate, row.stateSince))
    problems.push({ field: 'startDate', rule: 'order', msg: '服务开始日期不能晚于终止日期' });
  if (input.contacts) {
    const existingIds = contacts.map(({ id }) => id);
    const served = row.serviceState === 'active' || row.serviceState === 'paused';
    problems.push(...contactProblems(withFlags(input.contacts, contacts), { existingIds, served }));
  }
  return { problems, facts };
}

/** Returns the columns and the rows of the health archive that an edit changes. */
function patchOf(input: CustomerEdit, row: Row, { idNo, birthDate, gender }: Identity, healthRows: HealthRows) {
  const entered = { ...input, birthDate, gender, ...(input.idNo !== undefined && { idNo }) };
  return changedOf(entered, input, row, healthRows);
}

/** Requires the move permission for another department or project. */
async function requireMove(viewer: Viewer, input: CustomerEdit, row: Row): Promise<void> {
  const { departmentId = row.departmentId, projectId = row.projectId } = input;
  if (departmentId === row.departmentId && projectId === row.projectId) return;
  const field = departmentId === row.departmentId ? 'projectId' : 'departmentId';
  if (!hasPermission(viewer, 'customer:move')) throw invalidField(field, '你没有转移客户的权限', 'right');
  await ownershipForNew(viewer, {
    ...(departmentId !== row.departmentId && { departmentId }),
    ...(projectId !== row.projectId && { projectId }),
  });
}

/**
 * Returns the checks of an edit, shared by the edit call and the form's preview; a duplicate ID number is checked
 * separately.
 */
export function editChecks(tx: Db, viewer: Viewer, input: CustomerEdit, row: Row, contacts: readonly Contact[]) {
  const { responsibleId, projectId } = input;
  return {
    ...editProblems(input, row, contacts),
    /** Further checks, each run on its own. */
    steps: [
      async () => responsibleId !== row.responsibleId && requireResponsible(viewer, responsibleId),
      () => requireMove(viewer, input, row),
      () =>
        requireCodes(tx, [...codedValues(customer.fields, input, row), ...relationsOf(input.contacts ?? [], contacts)]),
      () => requireLinked(tx, viewer, row.id, input.contacts ?? [], contacts),
      () => validateConsents(tx, viewer, input.consent ?? []),
      () => validateBenefits(tx, viewer, input.benefits ?? []),
      async () => projectId !== undefined && projectId !== row.projectId && reserveQuota(tx, projectId, 'customers'),
    ],
  };
}

/** Validates an edit and returns the customer's identity. */
async function validateEdit(
  tx: Db,
  viewer: Viewer,
  input: CustomerEdit,
  row: Row,
  contacts: Contact[],
): Promise<Identity> {
  const { problems, facts, steps } = editChecks(tx, viewer, input, row, contacts);
  if (problems.length > 0) throw invalid(problems);
  if (input.idNo !== undefined) await requireOwnIdNo(viewer, input.name ?? row.name, facts.idNo, row.id);
  for (const step of steps) await step();
  return facts;
}

/** Saves the parts in other tables; returns true when the contacts changed. */
async function saveParts(ctx: CommandContext, viewer: Viewer, row: Row, input: CustomerEdit, contacts: Contact[]) {
  const { tx } = ctx;
  if (input.bedId) await assignToBed(tx, viewer, row, input.bedId);
  else if (input.bedId === null) await clearBed(tx, row.id);
  await signConsents(ctx, viewer, row.id, input.consent ?? []);
  await editBenefits(ctx, viewer, row, input.benefits ?? []);
  return input.contacts !== undefined && (await saveContacts(tx, viewer, row, contacts, input.contacts));
}

/**
 * Updates the columns and returns the version.
 * @param listed the contacts changed: the customer's version guards them, too, so that a change of contacts alone counts
 * as an edit
 */
async function savePatch(tx: Db, { id, version }: Row, patch: Updateable<Customer>, listed: boolean) {
  if (!listed && Object.keys(patch).length === 0) return { id, version };
  return tx
    .updateTable('customer')
    .set({ ...patch, ...(listed && { version: sql<number>`version + 1` }) })
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
}

/**
 * Edits the given fields. 409 with the other user's changes when the customer, contacts included, was edited meanwhile.
 */
export async function editCustomer(
  viewer: Viewer,
  { id, version, ...input }: InputOf<typeof customerEntryApi.editCustomer>,
): Promise<OutputOf<typeof customerEntryApi.editCustomer>> {
  const edited = command(viewer, async (ctx) => {
    const { tx } = ctx;
    const row = await lockCustomer(tx, viewer, id);
    await requireUnsealed(tx, [row]);
    if (row.version !== version) throw await staleCustomer(tx, viewer, row, version);
    const contacts = await readContacts(tx, id);
    const facts = await validateEdit(tx, viewer, input, row, contacts);
    const { patch, rows } = patchOf(input, row, facts, (await healthRowsOf(tx, [id]))(id));
    const { departmentId, projectId } = patch;
    if (projectId || departmentId)
      await moveAlong(ctx, [id], { ...(departmentId && { departmentId }), ...(projectId && { projectId }) });
    const listed = await saveParts(ctx, viewer, row, input, contacts);
    const saved = await savePatch(tx, row, patch, listed);
    if (rows) await writeHealthRows(ctx, viewer, [{ id, rows }]);
    return saved;
  });
  return edited.catch((error: unknown) => {
    throw takenIdNo(error);
  });
}
