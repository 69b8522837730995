import { sql } from 'kysely';
import type { assessmentApi } from '#features/assessment/contract.ts';
import { customerOf } from '#features/customer/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { json } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { requireAssessors, requireOthers } from './assessing.ts';
import { emitChange } from './changed.ts';
import { changesOf, type Head, patchedForm, same, trailAfter } from './form.ts';
import { requireHead } from './head.ts';
import { customerIdOf, type Locked, lockAssessment, requireNamed, requireOpen } from './locked.ts';
import { isRepeated, outdated } from './outdated.ts';
import { requireScaleValues, scoreOf } from './score.ts';
import { type State, stateOf } from './state.ts';
import { deletePictures, draftColumns, unsubmitted } from './submission.ts';

type Input = InputOf<(typeof assessmentApi)['saveAssessment']>;
type After = Locked['form'];

/** Returns the given fields of the assessment that differ from the stored ones. */
function headPatch({ reason, date, assessorIds }: Input, { head }: Locked['form']): Partial<Head> {
  const fields = { reason, date, assessorIds };
  const differs = ([key, value]: [string, unknown]) => value !== undefined && !same(value, head[key as keyof Head]);
  return Object.fromEntries(Object.entries(fields).filter(differs));
}

async function requireChange(tx: Db, locked: Locked, patch: Partial<Head>): Promise<void> {
  await requireHead(tx, locked.customer, patch);
  const { replacesId } = locked.row;
  const { reason } = locked.form.head;
  if (!replacesId || (reason !== 'doubted' && patch.reason !== 'doubted')) return;
  if (patch.reason !== undefined && reason === 'doubted')
    throw invalidField('reason', '对结果有疑问的复评不能改为其他原因', 'doubted');
  const { assessorIds } = { ...locked.form.head, ...patch };
  const former = await tx
    .selectFrom('assessment')
    .select('assessorIds')
    .where('id', '=', replacesId)
    .executeTakeFirstOrThrow();
  requireOthers(assessorIds, former.assessorIds);
}

/** Throws 400 unless each user who is added may assess the person. */
async function requireAble(viewer: Viewer, id: string, assessorIds: readonly string[]): Promise<void> {
  const customer = await customerOf(viewer, await customerIdOf(db, viewer, id));
  const former = await db.selectFrom('assessment').select('assessorIds').where('id', '=', id).executeTakeFirst();
  const added = assessorIds.filter((assessor) => !former?.assessorIds.includes(assessor));
  await requireAssessors(viewer, customer, added);
}

/** Writes a changed form; of a submitted assessment this ends the submission. */
async function write(tx: Db, viewer: Viewer, { row, form }: Locked, after: After): Promise<void> {
  if (row.status === 'review') await deletePictures(tx, row.id);
  const { version, updatedAt } = await tx
    .updateTable('assessment')
    .set({ ...draftColumns, ...after.head, assessorIds: [...after.head.assessorIds], version: sql`version + 1` })
    .where('id', '=', row.id)
    .returning(['version', 'updatedAt'])
    .executeTakeFirstOrThrow();
  const trail = trailAfter(form.trail, changesOf(form, after), { by: viewer.userId, at: updatedAt, version });
  // Another cipher of equal notes would count as a change.
  const notes = !same(form.notes, after.notes) && { notesCipher: encrypt(JSON.stringify(after.notes)) };
  await tx
    .updateTable('assessmentForm')
    .set({ answers: json(after.answers), facts: json(after.facts), trail: json(trail), prorate: after.prorate })
    .set({ ...notes, ...unsubmitted })
    .where('assessmentId', '=', row.id)
    .execute();
}

/**
 * Saves the given answers, facts, notes and fields; null takes a value back. 409 for an older version, with what changed
 * since; a repeated call that was already saved is answered as then. A submitted assessment becomes a draft without
 * signatures as soon as a value differs.
 */
export async function saveAssessment(viewer: Viewer, input: Input): Promise<State> {
  if (input.assessorIds) await requireAble(viewer, input.id, input.assessorIds);
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const locked = await lockAssessment(tx, viewer, input.id);
    const { row, form, customer, scale } = locked;
    requireOpen(locked);
    requireNamed(viewer, locked);
    if (input.version !== row.version) {
      if (input.version > row.version || !isRepeated(viewer, locked, input))
        throw await outdated(tx, locked, input.version);
      return stateOf(tx, locked);
    }
    const patch = headPatch(input, form);
    await requireChange(tx, locked, patch);
    requireScaleValues(scale, form, input);
    const after = { ...patchedForm(form, input), head: { ...form.head, ...patch } };
    const { missing } = scoreOf(scale, after);
    if (changesOf(form, after).size === 0) return stateOf(tx, locked);
    await write(tx, viewer, locked, after);
    emitChange(ctx, row, customer, row.status === 'review' ? 'changed' : 'saved');
    return stateOf(tx, locked, missing);
  });
}
