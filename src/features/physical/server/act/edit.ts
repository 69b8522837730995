import { sql } from 'kysely';
import type { physicalApi } from '#features/physical/contract.ts';
import { invalid, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, json, texts } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { attachFiles } from '../files.ts';
import { orgIdOf } from '../org.ts';
import { applyGiven, formColumns, itemsOf, judgeForm, resultsOf } from './form.ts';
import {
  catalogueOfStored,
  examinedOn,
  type Opened,
  openPhysical,
  requireDay,
  requireNextDay,
  requireOnly,
  requireStatus,
  type State,
  stateOf,
} from './record.ts';
import { cipherOf } from './store.ts';

type Input = InputOf<(typeof physicalApi)['editPhysical']>;

/** Version in which an item, as `items.<code>`, or a field was last changed. */
type Edited = Record<string, number>;
const editedOf = ({ edited }: Opened['form']) => edited as unknown as Edited;

/** Returns the 409 for an outdated version with what differs: of results their value, of words only that they changed. */
async function staleForm(tx: Db, { physical, form }: Opened, seen: number): Promise<Problem> {
  const problem = await stale(tx, 'physical', physical.id, seen, physical);
  const items = itemsOf(form);
  const differing = Object.entries(editedOf(form)).flatMap(([field, version]) => {
    if (version <= seen) return [];
    const stored = field.startsWith('items.') ? items[field.slice('items.'.length)] : undefined;
    return [{ field, old: null, new: stored?.value ?? stored?.choice ?? null }];
  });
  const data = problem.data as { changes: { field: string }[] };
  const own = ['editors', 'abnormal', 'systolic', 'diastolic', 'bmi', 'glucose', 'sex', 'age'];
  const changes = [...data.changes.filter(({ field }) => !own.includes(field)), ...differing];
  return new Problem(409, problem.message, { ...data, changes });
}

const fieldColumns = { doctor: 'doctorCipher', conclusion: 'conclusionCipher', advice: 'adviceCipher' } as const;
type WordField = keyof typeof fieldColumns;

/** Returns the columns of changed words and their fields. */
function wordChanges(form: Opened['form'], input: Input) {
  const fields = (Object.keys(fieldColumns) as WordField[]).filter((field) => {
    const given = input[field];
    return given !== undefined && (given?.trim() || null) !== decrypted(form[fieldColumns[field]]);
  });
  return {
    fields,
    columns: Object.fromEntries(fields.map((field) => [fieldColumns[field], cipherOf(input[field])])),
  };
}

/** Writes results, flags and words of a draft; the person's sex and age are those of now, the catalogue is its own. */
export async function rejudge(tx: Db, viewer: Viewer, { physical, form, customer }: Opened, input: Partial<Input>) {
  const catalogue = catalogueOfStored(physical);
  const results = resultsOf(form, catalogue);
  const { errors, changed } = applyGiven(catalogue, results, input.items ?? []);
  if (errors.length > 0) throw invalid(errors);
  const date = input.date ?? physical.date;
  const person = examinedOn(customer, date);
  const judged = judgeForm(catalogue, results, person);
  await tx
    .updateTable('physical')
    .set({
      ...{ ...judged.columns, abnormal: texts(judged.columns.abnormal), date, sex: person.sex, age: person.age },
      editors: sql<
        string[]
      >`case when ${viewer.userId}::bigint = any(editors) then editors else editors || ${viewer.userId}::bigint end`,
    })
    .where('id', '=', physical.id)
    .execute();
  return { judged, changed };
}

async function edit(tx: Db, viewer: Viewer, opened: Opened, input: Input): Promise<void> {
  const { physical, form, customer } = opened;
  const date = input.date ?? physical.date;
  const nextDate = input.nextDate === undefined ? physical.nextDate : input.nextDate;
  requireDay(customer, date);
  requireNextDay(date, nextDate);
  const orgId = input.org === undefined ? physical.orgId : await orgIdOf(tx, viewer, input.org);
  await requireOnly(tx, { customerId: customer.id, date, orgId }, physical.id);
  const { judged, changed } = await rejudge(tx, viewer, opened, input);
  const files =
    input.fileIds && (await attachFiles(tx, viewer, { id: physical.id, ids: input.fileIds, former: form.fileIds }));
  const words = wordChanges(form, input);
  const next = physical.version + 1;
  const fields = [...changed.map((code) => `items.${code}`), ...words.fields, ...(files ? ['fileIds'] : [])];
  const edited = { ...editedOf(form), ...Object.fromEntries(fields.map((field) => [field, next])) };
  await tx
    .updateTable('physicalForm')
    .set({
      ...formColumns(judged),
      ...words.columns,
      edited: json(edited as never),
      ...(files && { fileIds: bigints(files) }),
    })
    .where('physicalId', '=', physical.id)
    .execute();
  await tx
    .updateTable('physical')
    // Results lie beside the row: the version says that they changed.
    .set({ orgId, nextDate, kind: input.kind ?? physical.kind, version: sql<number>`version + 1` })
    .where('id', '=', physical.id)
    .execute();
}

/** Changes a draft: only what is given. 409 with what differs for an outdated version. */
export async function editPhysical(viewer: Viewer, input: Input): Promise<State> {
  return command(viewer, async ({ tx }) => {
    const opened = await openPhysical(tx, viewer, input.id);
    requireStatus(opened.physical, 'draft', '只有草稿可以修改；已提交的请由审核人退回，已审核的只能作废');
    if (opened.physical.version !== input.version) throw await staleForm(tx, opened, input.version);
    await edit(tx, viewer, opened, input);
    return stateOf(tx, input.id);
  });
}
