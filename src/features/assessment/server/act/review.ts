import { sql } from 'kysely';
import type { assessmentApi } from '#features/assessment/contract.ts';
import { lockCustomer } from '#features/customer/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { gradesOf } from '#shared/scale/grades.ts';
import { settleLatest } from '../latest.ts';
import { signaturesOf } from '../scaleVersion.ts';
import { emitChange } from './changed.ts';
import { hasAnswered } from './form.ts';
import { customerIdOf, type Locked, lockAssessment, requireOpen } from './locked.ts';
import { namesOf } from './outdated.ts';
import { requireSubmitted } from './sign.ts';
import { type State, stateOf } from './state.ts';
import { deletePictures, draftColumns, unsubmitted } from './submission.ts';

type Input = InputOf<(typeof assessmentApi)['reviewAssessment']>;

/** Throws 409 for whoever assessed: a named assessor, or a user who ever gave an answer. */
function requireOutsider(viewer: Viewer, { row, form }: Locked): void {
  if (hasAnswered(form.trail, viewer.userId) || row.assessorIds.includes(viewer.userId))
    throw new Problem(409, '评估员不能审核自己的评估，请由没有参加评估的人审核');
}

/** Throws a 409 that names whoever reviewed it meanwhile: 「已由 何静 审核通过」. */
async function requireUnreviewed(tx: Db, { row: { status, reviewedBy } }: Locked): Promise<void> {
  if (reviewedBy === null || (status !== 'done' && status !== 'draft')) return;
  const name = (await namesOf(tx, [reviewedBy])).get(reviewedBy) ?? '他人';
  const what = status === 'done' ? '审核通过' : '审核退回';
  throw new Problem(409, `已由 ${name} ${what}`, { status }, '评估已由他人审核');
}

async function requireSigned(tx: Db, { row, scale }: Locked, hash: string): Promise<void> {
  const signed = await tx
    .selectFrom('assessmentSignature')
    .select('userId')
    .where('assessmentId', '=', row.id)
    .where('who', '=', 'assessor')
    .where('hash', '=', hash)
    .where('userId', '=', sql<string>`any(${row.assessorIds}::bigint[])`)
    .execute();
  const needed = signaturesOf(scale.definition);
  if (signed.length < needed) throw new Problem(409, `须有 ${needed} 名评估员签名，现在有 ${signed.length} 名`);
}

/** Throws 400 unless a grade is given exactly where the scale has none, as one of its grades, with a note. */
function requireGrade({ scale: { definition }, row, form }: Locked, { approved, manualGrade, note }: Input): void {
  const isNeeded = approved && row.manual;
  if (!isNeeded) {
    if (manualGrade !== undefined) throw invalidField('manualGrade', '等级已由量表得出，不能另填', 'none');
    return;
  }
  if (manualGrade === undefined)
    throw invalidField('manualGrade', '量表没有得出等级，请填写人工判定的等级', 'required');
  if (!gradesOf(definition, undefined, form.facts).some(({ code }) => code === manualGrade))
    throw invalidField('manualGrade', '量表没有这个等级', 'known');
  if (note === undefined) throw invalidField('note', '请写明人工判定的理由', 'required');
}

const noteCipher = ({ note }: Input) => (note === undefined ? null : encrypt(note));

/** Returns it as a draft; its signatures are dropped. */
async function sendBack(tx: Db, viewer: Viewer, { row }: Locked, input: Input): Promise<void> {
  if (input.note === undefined) throw invalidField('note', '请写明退回的原因', 'required');
  await deletePictures(tx, row.id);
  await tx
    .updateTable('assessment')
    .set({ ...draftColumns, reviewedBy: viewer.userId, reviewedAt: now })
    .where('id', '=', row.id)
    .execute();
  await tx
    .updateTable('assessmentForm')
    .set({ ...unsubmitted, reviewNoteCipher: noteCipher(input) })
    .where('assessmentId', '=', row.id)
    .execute();
}

/** Ends the assessment that this one replaces. */
async function endReplaced(tx: Db, { row, replaceReason }: Locked): Promise<void> {
  if (!row.replacesId) return;
  const ended = await tx
    .updateTable('assessment')
    .set({ status: 'replaced', latest: false })
    .where('id', '=', row.replacesId)
    .where('status', '=', 'done')
    .returning('id')
    .executeTakeFirst();
  if (!ended) return;
  await tx
    .updateTable('assessmentForm')
    .set({ endReasonCipher: encrypt(replaceReason ?? labelOf('assess_reason', row.reason)) })
    .where('assessmentId', '=', ended.id)
    .execute();
}

async function approve(tx: Db, viewer: Viewer, locked: Locked, input: Input): Promise<void> {
  const { row, scale } = locked;
  const { validMonths } = scale.definition;
  await tx
    .updateTable('assessmentForm')
    .set({ reviewNoteCipher: noteCipher(input), manualReasonCipher: row.manual ? noteCipher(input) : null })
    .where('assessmentId', '=', row.id)
    .execute();
  await tx
    .updateTable('assessment')
    .set({
      ...{ status: 'done', reviewedBy: viewer.userId, reviewedAt: now, manualGrade: input.manualGrade ?? null },
      validUntil:
        validMonths === null
          ? null
          : sql<string>`(date + make_interval(months => ${validMonths}::int) - interval '1 day')::date`,
    })
    .where('id', '=', row.id)
    .execute();
  await endReplaced(tx, locked);
}

/** Whether the viewer's approval is already written: the call was repeated. */
const isRepeated = (viewer: Viewer, { row }: Locked, { approved }: Input) =>
  approved && row.status === 'done' && row.reviewedBy === viewer.userId;

/**
 * Reviews a submitted and signed assessment, by somebody who did not assess: approved it is finished, sent back it is a
 * draft again. What follows for the person is in the same transaction.
 */
export async function reviewAssessment(viewer: Viewer, input: Input): Promise<State> {
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const customer = await lockCustomer(tx, viewer, await customerIdOf(tx, viewer, input.id));
    const locked = await lockAssessment(tx, viewer, input.id);
    if (isRepeated(viewer, locked, input)) return stateOf(tx, locked);
    await requireUnreviewed(tx, locked);
    requireOpen(locked);
    requireOutsider(viewer, locked);
    const hash = requireSubmitted(locked);
    requireGrade(locked, input);
    if (input.approved) {
      await requireSigned(tx, locked, hash);
      await approve(tx, viewer, locked, input);
      await settleLatest(tx, [customer.id]);
    } else {
      await sendBack(tx, viewer, locked, input);
    }
    emitChange(ctx, locked.row, customer);
    return stateOf(tx, locked);
  });
}
