import type { assessmentApi } from '#features/assessment/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { json } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { ScaleScore } from '#shared/scale/score.ts';
import { annexAOf } from '../annex/annexA.ts';
import { signaturesOf } from '../scaleVersion.ts';
import { emitChange } from './changed.ts';
import { type Locked, lockAssessment, requireNamed, requireOpen } from './locked.ts';
import { hashOf, labelsOf, scoreOf } from './score.ts';
import { type State, stateOf } from './state.ts';

/** Labels of open items named in a sentence. */
const named = 5;

/** Throws 409 while an item is open; `data.missing` has all of them. */
export function requireComplete({ scale, form }: Locked): ScaleScore {
  const score = scoreOf(scale, form);
  if (score.complete) return score;
  const { missing } = score;
  const labels = labelsOf(scale, missing.slice(0, named)).join('、');
  const more = missing.length > named ? ` 等 ${missing.length} 项` : '';
  throw new Problem(409, `还有没填的：${labels}${more}`, { missing });
}

function requireEnough({ scale, row }: Locked): void {
  const needed = signaturesOf(scale.definition);
  if (row.assessorIds.length < needed) throw new Problem(409, `这个量表须有 ${needed} 名评估员，请先补上评估员`);
}

async function write(tx: Db, { row, form, scale, customer }: Locked, score: ScaleScore): Promise<void> {
  const person = await annexAOf(tx, customer.id, scale.definition);
  const { parts, total, preliminary, final, manual } = score;
  await tx
    .updateTable('assessmentForm')
    .set({ personCipher: encrypt(JSON.stringify(person)), result: json(score), hash: hashOf(scale, form) })
    .where('assessmentId', '=', row.id)
    .execute();
  await tx
    .updateTable('assessment')
    .set({ status: 'review', parts: json(parts), total, preliminary, final, manual, manualGrade: null })
    .where('id', '=', row.id)
    .execute();
}

/** Submits a complete draft: computes its result, freezes the person's data and awaits signatures; again: no change. */
export async function submitAssessment(
  viewer: Viewer,
  { id }: InputOf<(typeof assessmentApi)['submitAssessment']>,
): Promise<State> {
  return command(viewer, async (ctx) => {
    const locked = await lockAssessment(ctx.tx, viewer, id);
    requireOpen(locked);
    requireNamed(viewer, locked);
    if (locked.row.status === 'review') return stateOf(ctx.tx, locked);
    const score = requireComplete(locked);
    requireEnough(locked);
    await write(ctx.tx, locked, score);
    emitChange(ctx, locked.row, locked.customer);
    return stateOf(ctx.tx, locked);
  });
}
