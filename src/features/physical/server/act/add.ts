import type { physicalApi } from '#features/physical/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalid } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { currentCatalogue } from '#shared/physical/catalogues.ts';
import { attachFiles } from '../files.ts';
import { orgIdOf } from '../org.ts';
import { applyGiven, formColumns, judgeForm } from './form.ts';
import { examinedOn, openCustomer, requireDay, requireNextDay, requireOnly, type State, stateOf } from './record.ts';

export type NewPhysical = InputOf<(typeof physicalApi)['addPhysical']>;

/** Returns the cipher of a text; null for an empty one. */
export const cipherOf = (text: string | null | undefined): string | null =>
  text?.trim() ? encrypt(text.trim()) : null;

/**
 * Adds a draft in the caller's transaction. Throws 404 for a customer outside the scope, 400 with the fields, 409 with
 * `data.id` for the same person, day and institution.
 * @param jobId import that adds it
 */
export async function storePhysical(tx: Db, viewer: Viewer, input: NewPhysical, jobId?: string): Promise<string> {
  const customer = await openCustomer(tx, viewer, input.customerId);
  const { date, kind, nextDate = null } = input;
  requireDay(customer, date);
  requireNextDay(date, nextDate);
  const catalogue = currentCatalogue();
  const results = new Map();
  const { errors } = applyGiven(catalogue, results, input.items);
  if (errors.length > 0) throw invalid(errors);
  const orgId = await orgIdOf(tx, viewer, input.org);
  await requireOnly(tx, { customerId: customer.id, date, orgId });
  const person = examinedOn(customer, date);
  const judged = judgeForm(catalogue, results, person);
  const { id } = await tx
    .insertInto('physical')
    .values({
      ...{ customerId: customer.id, date, orgId, kind, nextDate, catalogue: catalogue.version },
      ...{ ...judged.columns, abnormal: texts(judged.columns.abnormal) },
      ...{ sex: person.sex, age: person.age, jobId: jobId ?? null },
      ...{ enteredBy: viewer.userId, createdBy: viewer.userId, editors: bigints([viewer.userId]) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('physicalForm')
    .values({
      ...{ physicalId: id, ...formColumns(judged) },
      ...{ doctorCipher: cipherOf(input.doctor), conclusionCipher: cipherOf(input.conclusion) },
      ...{ adviceCipher: cipherOf(input.advice) },
      fileIds: bigints(await attachFiles(tx, viewer, { id, ids: input.fileIds ?? [], former: [] })),
    })
    .execute();
  return id;
}

/** Adds a draft. */
export async function addPhysical(viewer: Viewer, input: NewPhysical): Promise<State> {
  return command(viewer, async ({ tx }) => stateOf(tx, await storePhysical(tx, viewer, input)));
}
