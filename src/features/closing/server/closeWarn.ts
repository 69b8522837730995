import type { closingApi } from '#features/closing/contract.ts';
import { dispatchesUnderWay } from '#features/dispatch/server/service.ts';
import {
  addStep,
  armProgress,
  changeWarn,
  type LockedWarn,
  proofOf,
  requireHandler,
  runAfterReopen,
  type StoredWarn,
  updateWarn,
  type WarnRow,
} from '#features/warn/server/service.ts';
import { invalid, invalidField, Problem } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { type Conclusion, endWarn } from './endWarn.ts';
import { refusalsOf } from './refusals.ts';

/** Throws 400 while a responder is on the way or on site. */
export async function requireDispatchesDone({ tx, row }: LockedWarn): Promise<void> {
  const underWay = await dispatchesUnderWay(tx, row.id);
  if (underWay.length > 0)
    throw invalidField(
      'dispatch',
      `派单进行中：${underWay.map((dispatch) => dispatch.name).join('、')}，请先完成或取消`,
    );
}

/**
 * Returns what closing still lacks (domain.md 7.1): a result that the record supports, a contact attempt or its reason,
 * the family notified or its reason, a conclusion, after 已送医 a follow-up.
 */
async function closingProblems(
  { tx, row }: LockedWarn,
  input: InputOf<(typeof closingApi)['closeWarn']>,
  called: boolean,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  const { results, familyTold } = refusalsOf(row, await proofOf(tx, row));
  const refused = results.find(({ result }) => result === input.result);
  if (refused) {
    const msg = `不能以「${labelOf('warn_result', refused.result)}」结案：${refused.why}`;
    problems.push({ field: 'result', rule: 'proof', msg });
  }
  if (input.familyTold && familyTold !== null)
    problems.push({ field: 'familyTold', rule: 'proof', msg: `不能写「已告知家属」：${familyTold}` });
  if (!called && !input.noContactReason?.trim()) {
    problems.push({ field: 'noContactReason', rule: 'required', msg: '没有呼叫记录，请写明没有联系任何人的原因' });
  }
  if (!input.familyTold && !input.familyNote?.trim()) {
    problems.push({ field: 'familyNote', rule: 'required', msg: '请写明未告知家属的原因' });
  }
  if (input.result === 'hospital' && !input.followUpAt)
    problems.push({ field: 'followUpAt', rule: 'required', msg: '已送医的须约回访，回访到满72小时' });
  if (input.note.trim().length < 5) problems.push({ field: 'note', rule: 'minLength', msg: '处理说明至少5个字' });
  return problems;
}

function conclusionOf(input: InputOf<(typeof closingApi)['closeWarn']>): Conclusion {
  return {
    result: input.result,
    familyTold: input.familyTold,
    familyNote: input.familyNote ?? null,
    noContactReason: input.noContactReason ?? null,
    followUpAt: input.followUpAt ?? null,
  };
}

/** Closes a claimed warn with its conclusion. 400 names what is missing, 409 names the handler. */
export async function closeWarn(viewer: Viewer, input: InputOf<(typeof closingApi)['closeWarn']>): Promise<WarnRow> {
  const { row } = await changeWarn(viewer, input.id, async (locked) => {
    const { tx, row } = locked;
    await requireHandler(tx, viewer, row);
    const call = await tx
      .selectFrom('warnStep')
      .select('id')
      .where('warnId', '=', row.id)
      .where('kind', '=', 'call')
      .limit(1)
      .executeTakeFirst();
    const problems = await closingProblems(locked, input, call !== undefined);
    if (problems.length > 0) throw invalid(problems);
    await requireDispatchesDone(locked);
    const { note, incidentReport } = input;
    await endWarn(locked, viewer, { conclusion: conclusionOf(input), note: note.trim(), incidentReport });
  });
  return row;
}

const reopenDays = 7;

function anotherOpen(row: StoredWarn): Problem {
  return new Problem(409, '这位老人已有一条同类告警在处理', { status: row.status });
}

/** Reopens a warn: leaders only, within 7 days, and only if the customer has no other open warn of this type. */
export async function reopenWarn(
  viewer: Viewer,
  { id, reason }: InputOf<(typeof closingApi)['reopenWarn']>,
): Promise<WarnRow> {
  const { row } = await changeWarn(viewer, id, async (locked) => {
    const { tx, row } = locked;
    if (row.status !== 'done' && row.status !== 'false')
      throw new Problem(409, '告警还没有结束，不必重开', { status: row.status });
    if (!row.finishedAt || Date.now() - Date.parse(row.finishedAt) > reopenDays * 86_400_000)
      throw new Problem(409, '结束已超过7天，请登记一条新的告警', { status: row.status });
    const open = await tx
      .selectFrom('warn')
      .select('id')
      .where('subject', '=', row.subject)
      .where('type', '=', row.type)
      .where('status', 'in', ['pending', 'handling'])
      .executeTakeFirst();
    if (open) throw anotherOpen(row);
    await updateWarn(locked, {
      status: 'handling',
      handlerId: viewer.userId,
      claimedAt: now,
      firstClaimedAt: row.firstClaimedAt ?? now,
      waitingSince: now,
      finishedAt: null,
      result: null,
      falseReason: null,
      test: false,
      recordCipher: null,
      confirmedBy: null,
      followUpAt: null,
      followedUpAt: null,
      followUpReachedAt: null,
      progress: '已重开',
    }).catch((error: unknown) => {
      // Another warn was raised after the check above.
      throw sqlState(error) === '23505' ? anotherOpen(row) : error;
    });
    await addStep(tx, { ...row, status: 'handling' }, viewer, 'reopened', reason);
    await armProgress(tx, row);
    await runAfterReopen(locked, row);
  });
  return row;
}
