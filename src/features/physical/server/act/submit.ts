import type { physicalApi } from '#features/physical/contract.ts';
import { invalid } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { PhysicalItem } from '#shared/physical/catalogue.ts';
import { rejudge } from './edit.ts';
import { formColumns, itemsOf, resultsOf } from './form.ts';
import { addReadings } from './readings.ts';
import {
  catalogueOfStored,
  type Opened,
  openPhysical,
  requireDay,
  requireStatus,
  type State,
  stateOf,
} from './record.ts';

/** Returns the items of an examination without a result that count as missing. */
export function missingItems({ physical, form }: Pick<Opened, 'physical' | 'form'>): PhysicalItem[] {
  if (physical.kind !== 'yearly') return [];
  const catalogue = catalogueOfStored(physical);
  const results = resultsOf(form, catalogue);
  return catalogue.items.filter(({ code, needed, expected }) => (needed || expected) && !results.has(code));
}

/** Throws 400 at each needed item without a result, and for a form without any. */
function requireComplete(opened: Opened): void {
  const missing = missingItems(opened).filter(({ needed }) => needed);
  if (missing.length > 0)
    throw invalid(
      missing.map(({ code, label }) => ({ field: `items.${code}`, rule: 'required', msg: `请填写${label}` })),
    );
  if (Object.keys(itemsOf(opened.form)).length === 0)
    throw invalid([{ field: 'items', rule: 'required', msg: '请至少填写一项' }]);
}

/** Submits a draft: flagged once more by the person's sex and age of now, and its values become readings. */
async function submit(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const opened = await openPhysical(tx, viewer, id);
  const { physical, customer } = opened;
  requireStatus(physical, 'draft', '只有草稿可以提交');
  requireComplete(opened);
  requireDay(customer, physical.date);
  const { judged } = await rejudge(tx, viewer, opened, {});
  await tx.updateTable('physicalForm').set(formColumns(judged)).where('physicalId', '=', id).execute();
  const submitted = { customer, date: physical.date, catalogue: catalogueOfStored(physical), items: judged.items };
  const [place] = await addReadings(tx, viewer, [submitted]);
  await tx
    .updateTable('physical')
    .set({ status: 'done', ...place })
    .where('id', '=', id)
    .execute();
}

/** Submits a draft. */
export async function submitPhysical(
  viewer: Viewer,
  { id }: InputOf<(typeof physicalApi)['submitPhysical']>,
): Promise<State> {
  return command(viewer, async ({ tx }) => {
    await submit(tx, viewer, id);
    return stateOf(tx, id);
  });
}
