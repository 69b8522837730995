import { validateBenefits } from '#features/benefit/server/service.ts';
import { validateConsents } from '#features/consent/server/service.ts';
import { customer } from '#features/customer/contract.ts';
import {
  customerOf,
  decryptIdNo,
  readContacts,
  relationsOf,
  requireLinked,
} from '#features/customer/server/service.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { requireCodes } from '#features/dictionary/server/service.ts';
import { ownershipForNew, reserveQuota } from '#features/project/server/service.ts';
import { refusedBy } from '#server/core/fieldProblems.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { codedValues } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import { type DuplicateQuery, duplicatesOf } from './duplicates.ts';
import { type CustomerEdit, editChecks } from './edit.ts';
import { addProblems, type CustomerInput, requireResponsible } from './write.ts';

type Checked = OutputOf<typeof customerEntryApi.checkCustomer>;

/** Removes invalid fields, so that the others can be validated. */
function sound<I extends object>(input: I, problems: readonly FieldProblem[]): I {
  const wrong = new Set(problems.map(({ field }) => field.split('.')[0]));
  return Object.fromEntries(Object.entries(input).filter(([field]) => !wrong.has(field))) as I;
}

/** What an entry would be refused for, and whom it may repeat. */
interface Entry {
  problems: readonly FieldProblem[];
  /** Further checks, each run on its own. */
  steps: readonly (() => Promise<unknown>)[];
  query: Omit<DuplicateQuery, 'phones'>;
  phones: Pick<CustomerEdit, 'mobile' | 'phone'>;
}

function newEntry(viewer: Viewer, input: CustomerInput): Entry {
  const { problems, facts } = addProblems(input);
  const { contacts = [], consent = [], benefits = [] } = input;
  const steps = [
    async () => reserveQuota(db, (await ownershipForNew(viewer, input)).projectId, 'customers'),
    () => requireResponsible(viewer, input.responsibleId),
    () => requireCodes(db, [...codedValues(customer.fields, input), ...relationsOf(contacts)]),
    () => requireLinked(db, viewer, undefined, contacts),
    () => validateConsents(db, viewer, consent),
    () => validateBenefits(db, viewer, benefits),
  ];
  return { problems, steps, query: { ...facts, name: input.name ?? '' }, phones: input };
}

async function editedEntry(viewer: Viewer, id: string, input: CustomerEdit): Promise<Entry> {
  const row = await customerOf(viewer, id);
  const { problems, facts, steps } = editChecks(db, viewer, input, row, await readContacts(db, id));
  const idNo = input.idNo === undefined ? decryptIdNo(row) : facts.idNo;
  return { problems, steps, query: { ...facts, idNo, name: input.name ?? row.name }, phones: { ...row, ...input } };
}

/**
 * Returns the problems that adding, or editing customer `id`, would be refused for, and possible duplicates; stores
 * nothing.
 */
export async function checkCustomer(
  viewer: Viewer,
  { id, version: _version, ...fields }: InputOf<typeof customerEntryApi.checkCustomer>,
): Promise<Checked> {
  const { properties } = customerEntryApi.editCustomer.input as unknown as { properties: Record<string, object> };
  const schema = id === undefined ? customerEntryApi.addCustomer.input : { type: 'object', properties };
  const wrong = problemsOf(schema, fields);
  const input = sound(fields, wrong);
  const { problems, steps, query, phones } =
    id === undefined ? newEntry(viewer, input as CustomerInput) : await editedEntry(viewer, id, input as CustomerEdit);
  const errors = [...wrong, ...problems];
  for (const step of steps) errors.push(...(await refusedBy(step)));
  const numbers = [phones.mobile, phones.phone].flatMap((phone) => phone ?? []);
  const duplicates = await duplicatesOf(viewer, { ...query, phones: numbers }, id);
  const same = duplicates.find(({ reason }) => reason === 'idNo');
  const duplicateErrors: FieldProblem[] = same ? [{ field: 'idNo', rule: 'unique', msg: same.msg }] : [];
  return { errors: [...errors, ...duplicateErrors].slice(0, 50), duplicates };
}
