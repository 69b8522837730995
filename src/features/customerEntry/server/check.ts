import { customer, customerApi } from '#features/customer/contract.ts';
import { requireCodes } from '#features/dictionary/server/service.ts';
import { ownershipForNew, reserveQuota } from '#features/project/server/service.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { codedValues } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import { validateBenefits } from '#features/benefit/server/benefit.ts';
import { validateConsents } from '#features/consent/server/consent.ts';
import { readContacts, relationsOf, requireLinked } from '#features/customer/server/contacts.ts';
import { type DuplicateQuery, duplicatesOf } from './duplicates.ts';
import { type CustomerEdit, editChecks } from './edit.ts';
import { decryptIdNo } from '#features/customer/server/identity.ts';
import type { Identity } from './identityRules.ts';
import { refusedBy } from '#features/customer/server/refusedBy.ts';
import { addProblems, type CustomerInput, requireResponsible } from './write.ts';

type Checked = OutputOf<typeof customerApi.checkCustomer>;

/** Removes invalid fields, so that the others can be validated. */
function sound<I extends object>(input: I, problems: readonly FieldProblem[]): I {
  const wrong = new Set(problems.map(({ field }) => field.split('.')[0]));
  return Object.fromEntries(Object.entries(input).filter(([field]) => !wrong.has(field))) as I;
}

function duplicateQuery(
  input: CustomerEdit,
  { idNo, birthDate }: Pick<Identity, 'idNo' | 'birthDate'>,
  name: string,
): DuplicateQuery {
  const phones = [input.mobile, input.phone].flatMap((phone) => phone ?? []);
  return { name, idNo, birthDate, phones };
}

async function checkNew(viewer: Viewer, input: CustomerInput, wrong: FieldProblem[]): Promise<Checked> {
  const { problems, facts } = addProblems(input);
  const errors = [
    ...wrong,
    ...problems,
    ...(await refusedBy(async () => {
      const { projectId } = await ownershipForNew(viewer, input);
      await reserveQuota(db, projectId, 'customers');
    })),
    ...(await refusedBy(() => requireResponsible(viewer, input.responsibleId))),
    ...(await refusedBy(() =>
      requireCodes(db, [...codedValues(customer.fields, input), ...relationsOf(input.contacts ?? [])]),
    )),
    ...(await refusedBy(() => requireLinked(db, viewer, undefined, input.contacts ?? []))),
    ...(await refusedBy(() => validateConsents(db, viewer, input.consent ?? []))),
    ...(await refusedBy(() => validateBenefits(db, viewer, input.benefits ?? []))),
  ];
  const duplicates = await duplicatesOf(viewer, duplicateQuery(input, facts, input.name ?? ''));
  return { errors, duplicates };
}

async function checkEdited(viewer: Viewer, id: string, input: CustomerEdit, wrong: FieldProblem[]): Promise<Checked> {
  const row = await db
    .selectFrom(scoped(viewer, 'customer'))
    .selectAll()
    .where('customer.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('客户');
  const contacts = await readContacts(db, id);
  const { problems, facts, steps } = editChecks(db, viewer, input, row, contacts);
  const errors = [...wrong, ...problems];
  for (const step of steps) errors.push(...(await refusedBy(step)));
  const merged = { mobile: row.mobile, phone: row.phone, ...input };
  const idNo = input.idNo === undefined ? decryptIdNo(row) : facts.idNo;
  const duplicates = await duplicatesOf(viewer, duplicateQuery(merged, { ...facts, idNo }, input.name ?? row.name), id);
  return { errors, duplicates };
}

/**
 * Returns the problems that adding, or editing customer `id`, would be refused for, and possible duplicates; stores
 * nothing.
 */
export async function checkCustomer(
  viewer: Viewer,
  { id, version: _version, ...fields }: InputOf<typeof customerApi.checkCustomer>,
): Promise<Checked> {
  const { properties } = customerApi.editCustomer.input as unknown as { properties: Record<string, object> };
  const schema = id === undefined ? customerApi.addCustomer.input : { type: 'object', properties };
  const wrong = problemsOf(schema, fields);
  const input = sound(fields, wrong);
  const { errors, duplicates } =
    id === undefined
      ? await checkNew(viewer, input as CustomerInput, wrong)
      : await checkEdited(viewer, id, input as CustomerEdit, wrong);
  const same = duplicates.find(({ reason }) => reason === 'idNo');
  const duplicateErrors: FieldProblem[] = same ? [{ field: 'idNo', rule: 'unique', msg: same.msg }] : [];
  return { errors: [...errors, ...duplicateErrors].slice(0, 50), duplicates };
}
