import { and, eq, inArray, sql } from 'drizzle-orm';
import { contactOf } from '#features/customer/server/service.ts';
import { departmentName } from '#features/department/server/service.ts';
import { peopleWith } from '#features/user/server/service.ts';
import type { warnApi } from '#features/warn/contract.ts';
import type { Db } from '#server/db.ts';
import { invalid, invalidField, notFound, Problem } from '#server/problem.ts';
import { sqlState } from '#server/retry.ts';
import { may, type Viewer } from '#server/viewer.ts';
import { callResults, confirmedBys, dispatchStates, falseReasons, warnResults } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type Acting, act, mustBeOpen, mustHold, type StoredWarn, takenBy } from './access.ts';
import type { WarnRow } from './rows.ts';
import { warn, warnDispatch, warnStep } from './schema.ts';
import { addStep, armProgress, dropTimers, rearmClaim } from './steps.ts';

type Api = typeof warnApi;
type Step = OutputOf<Api['addWarnNote']>;
type Patch = Partial<typeof warn.$inferInsert>;

const now = sql`now()` as unknown as string;

async function patch({ tx, row }: Acting, values: Patch): Promise<void> {
  await tx.update(warn).set(values).where(eq(warn.id, row.id));
}

/** One wins: the state moves only from pending. Taking one's own again changes nothing. */
export async function claimWarn(viewer: Viewer, { id }: InputOf<Api['claimWarn']>): Promise<WarnRow> {
  const { row } = await act(viewer, id, async (acting) => {
    const { tx, row } = acting;
    if (row.status === 'handling' && row.handlerId === viewer.userId) return;
    if (row.status !== 'pending') throw await takenBy(tx, row);
    await patch(acting, {
      status: 'handling',
      handlerId: viewer.userId,
      claimedAt: now,
      offeredTo: null,
      progress: '已接警',
    });
    await dropTimers(tx, id, ['claim', 'receiver']);
    await addStep(tx, { ...row, status: 'handling' }, viewer, 'claimed', null, {
      waitedMs: Date.now() - Date.parse(row.waitingSince),
    });
  });
  return row;
}

export async function releaseWarn(viewer: Viewer, { id, reason }: InputOf<Api['releaseWarn']>): Promise<WarnRow> {
  const { row } = await act(viewer, id, async (acting) => {
    await mustHold(acting.tx, viewer, acting.row);
    await release(acting, viewer, 'released', reason, {});
  });
  return row;
}

/** Back to waiting, the clock kept. */
export async function release(
  acting: Acting,
  viewer: Viewer,
  kind: 'released' | 'transferred',
  reason: string,
  data: Record<string, unknown>,
  offeredTo: string | null = null,
): Promise<void> {
  const { tx, row } = acting;
  await patch(acting, {
    status: 'pending',
    handlerId: null,
    claimedAt: null,
    offeredTo,
    progress: kind === 'released' ? '已释放' : '已转派',
  });
  await dropTimers(tx, row.id, ['progress', 'receiver']);
  await addStep(tx, { ...row, status: 'pending' }, viewer, kind, reason, data);
  await rearmClaim(tx, row);
}

export async function transferWarn(viewer: Viewer, input: InputOf<Api['transferWarn']>): Promise<WarnRow> {
  const { id, userId, departmentId, reason } = input;
  if ((userId === undefined) === (departmentId === undefined))
    throw invalidField('userId', '请选择转给谁：一个人或一个部门');
  const { row } = await act(viewer, id, async (acting) => {
    const { tx } = acting;
    if (acting.row.status === 'handling') await mustHold(tx, viewer, acting.row);
    else await mustBeOpen(tx, acting.row);
    const to = userId ? await receiverName(tx, userId, acting.row) : await departmentName(tx, departmentId ?? '');
    if (!to) throw invalidField(userId ? 'userId' : 'departmentId', userId ? '这个人不能接这条告警' : '没有这个部门');
    await release(acting, viewer, 'transferred', reason, { userId, departmentId, to }, userId ?? null);
  });
  return row;
}

/** The name of who could take the alarm: enabled, with the right, its place in scope; '' for anybody else. */
async function receiverName(tx: Db, userId: string, row: StoredWarn): Promise<string> {
  return (await peopleWith(tx, 'warn:claim', row)).find((one) => one.id === userId)?.name ?? '';
}

export async function addWarnCall(viewer: Viewer, input: InputOf<Api['addWarnCall']>): Promise<Step> {
  const { id, contactId, phone, result, note, seconds } = input;
  if (!contactId && !phone) throw invalidField('phone', '请填写打给谁或电话');
  const { value } = await act(viewer, id, async (acting) => {
    const { tx, row } = acting;
    await mustBeOpen(tx, row);
    const contact = contactId ? await contactOf(tx, contactId, row.customerId) : null;
    if (contactId && !contact) throw invalidField('contactId', '没有这个联系人');
    const reached = result === 'ok' || result === 'need_help';
    const who = contact ? contact.name : (phone ?? '');
    await patch(acting, {
      calledAt: row.calledAt ?? now,
      ...(reached ? { reachedAt: row.reachedAt ?? now } : {}),
      ...(reached && contact && contact.relation !== 'self' ? { familyToldAt: row.familyToldAt ?? now } : {}),
      progress: `${who} ${callResults[result]}`,
    });
    return addStep(tx, row, viewer, 'call', note ?? null, {
      contactId: contactId ?? null,
      contactName: contact?.name ?? null,
      relation: contact?.relation ?? null,
      phone: phone ?? contact?.mobile ?? contact?.phone ?? null,
      result,
      resultText: callResults[result],
      seconds: seconds ?? null,
    });
  });
  return value;
}

export async function addWarnNote(viewer: Viewer, { id, note }: InputOf<Api['addWarnNote']>): Promise<Step> {
  const { value } = await act(viewer, id, ({ tx, row }) => addStep(tx, row, viewer, 'note', note));
  return value;
}

export async function dispatchWarn(viewer: Viewer, input: InputOf<Api['dispatchWarn']>): Promise<Step> {
  const { value } = await act(viewer, input.id, async (acting) => {
    const { tx, row } = acting;
    await mustBeOpen(tx, row);
    const [sent] = await tx
      .insert(warnDispatch)
      .values({
        warnId: row.id,
        name: input.name,
        phone: input.phone ?? null,
        kind: input.kind,
        note: input.note ?? null,
        sentAt: now,
        updatedAt: now,
        updatedBy: viewer.userId,
      })
      .returning({ id: warnDispatch.id });
    await patch(acting, { dispatchedAt: row.dispatchedAt ?? now, progress: `已派 ${input.name}` });
    await armArrival(acting);
    return addStep(tx, row, viewer, 'dispatch', input.note ?? null, {
      dispatchId: sent?.id,
      name: input.name,
      phone: input.phone ?? null,
      kind: input.kind,
      state: 'sent',
    });
  });
  return value;
}

/** Dispatched and nobody there after 15 minutes: the leader hears of it (domain.md 7.4). */
async function armArrival({ tx, row }: Acting): Promise<void> {
  await tx.execute(sql`
    insert into warn_timer (warn_id, kind, rung, due_at, name)
    select ${row.id}, 'arrival', coalesce(max(rung), 0) + 1, now() + interval '15 minutes', 'leader' from warn_timer where warn_id = ${row.id} and kind = 'arrival'`);
}

export async function updateWarnDispatch(viewer: Viewer, input: InputOf<Api['updateWarnDispatch']>): Promise<Step> {
  const { value } = await act(viewer, input.id, async (acting) => {
    const { tx, row } = acting;
    await mustBeOpen(tx, row);
    const [sent] = await tx
      .update(warnDispatch)
      .set({
        state: input.state,
        updatedAt: now,
        updatedBy: viewer.userId,
        ...(input.state === 'arrived' ? { arrivedAt: now } : {}),
      })
      .where(and(eq(warnDispatch.id, input.dispatchId), eq(warnDispatch.warnId, row.id)))
      .returning();
    if (!sent) throw notFound('派单');
    await patch(acting, {
      ...(input.state === 'arrived' ? { arrivedAt: row.arrivedAt ?? now } : {}),
      progress: `${sent.name} ${dispatchStates[input.state]}`,
    });
    if (['arrived', 'done', 'cancelled'].includes(input.state)) await dropTimers(tx, row.id, ['arrival']);
    return addStep(tx, row, viewer, 'dispatch_state', input.note ?? null, {
      dispatchId: sent.id,
      name: sent.name,
      kind: sent.kind,
      state: input.state,
    });
  });
  return value;
}

export async function falseWarn(viewer: Viewer, input: InputOf<Api['falseWarn']>): Promise<WarnRow> {
  const { row } = await act(viewer, input.id, async (acting) => {
    const { tx, row } = acting;
    const lead = may(viewer, 'warn:lead');
    if (input.confirmedBy === 'leader' && !lead) throw invalidField('confirmedBy', '班长核实须由班长本人标记');
    if (row.status === 'pending' ? !lead && input.confirmedBy !== 'drill' : true) await mustHold(tx, viewer, row);
    await mustBeFinished(acting);
    await patch(acting, {
      status: 'false',
      falseReason: input.reason,
      confirmedBy: input.confirmedBy,
      closeNote: input.note ?? null,
      finishedAt: now,
      handlerId: row.handlerId ?? viewer.userId,
      progress: `误报：${falseReasons[input.reason]}`,
    });
    await dropTimers(tx, row.id);
    await addStep(tx, { ...row, status: 'false' }, viewer, 'false', input.note ?? null, {
      reason: input.reason,
      reasonText: falseReasons[input.reason],
      confirmedBy: input.confirmedBy,
      confirmedText: confirmedBys[input.confirmedBy],
    });
  });
  return row;
}

async function mustBeFinished({ tx, row }: Acting): Promise<void> {
  const underWay = await tx
    .select({ name: warnDispatch.name })
    .from(warnDispatch)
    .where(
      and(eq(warnDispatch.warnId, row.id), inArray(warnDispatch.state, ['sent', 'accepted', 'on_way', 'arrived'])),
    );
  if (underWay.length > 0)
    throw invalidField('dispatch', `派单进行中：${underWay.map((one) => one.name).join('、')}，请先完成或取消`);
}

export async function closeWarn(viewer: Viewer, input: InputOf<Api['closeWarn']>): Promise<WarnRow> {
  const { row } = await act(viewer, input.id, async (acting) => {
    const { tx, row } = acting;
    await mustHold(tx, viewer, row);
    const calls = await tx
      .select({ id: warnStep.id })
      .from(warnStep)
      .where(and(eq(warnStep.warnId, row.id), eq(warnStep.kind, 'call')))
      .limit(1);
    const problems = [
      ...(calls.length === 0 && !input.noContactReason?.trim()
        ? [{ field: 'noContactReason', rule: 'required', msg: '没有呼叫记录，请写明没有联系任何人的原因' }]
        : []),
      ...(!input.familyTold && !input.familyNote?.trim()
        ? [{ field: 'familyNote', rule: 'required', msg: '请写明未告知家属的原因' }]
        : []),
      ...(input.note.trim().length < 5 ? [{ field: 'note', rule: 'minLength', msg: '处理说明至少5个字' }] : []),
    ];
    if (problems.length > 0) throw invalid(problems);
    await mustBeFinished(acting);
    await patch(acting, {
      status: 'done',
      result: input.result,
      closeNote: input.note.trim(),
      familyTold: input.familyTold,
      familyNote: input.familyNote ?? null,
      noContactReason: input.noContactReason ?? null,
      finishedAt: now,
      followUpAt: input.followUpAt ?? null,
      ...(input.familyTold ? { familyToldAt: row.familyToldAt ?? now } : {}),
      progress: warnResults[input.result],
    });
    await dropTimers(tx, row.id);
    await addStep(tx, { ...row, status: 'done' }, viewer, 'closed', input.note.trim(), {
      result: input.result,
      resultText: warnResults[input.result],
      familyTold: input.familyTold,
      familyNote: input.familyNote ?? null,
      noContactReason: input.noContactReason ?? null,
      followUpAt: input.followUpAt ?? null,
    });
  });
  return row;
}

const reopenDays = 7;

function anotherOpen(row: StoredWarn): Problem {
  return new Problem(409, '这位老人已有一条同类告警在处理', { status: row.status });
}

/** Only a leader, within 7 days, and only while no other alarm of the kind is open for the person. */
export async function reopenWarn(viewer: Viewer, { id, reason }: InputOf<Api['reopenWarn']>): Promise<WarnRow> {
  const { row } = await act(viewer, id, async (acting) => {
    const { tx, row } = acting;
    if (row.status !== 'done' && row.status !== 'false')
      throw new Problem(409, '告警还没有结束，不必重开', { status: row.status });
    if (!row.finishedAt || Date.now() - Date.parse(row.finishedAt) > reopenDays * 86_400_000)
      throw new Problem(409, '结束已超过7天，请登记一条新的告警', { status: row.status });
    const open = await tx.execute(
      sql`select 1 from warn where subject = ${row.subject} and type = ${row.type} and status in ('pending', 'handling')`,
    );
    if (open.rows.length > 0) throw anotherOpen(row);
    await patch(acting, {
      status: 'handling',
      handlerId: viewer.userId,
      claimedAt: now,
      waitingSince: now,
      finishedAt: null,
      result: null,
      falseReason: null,
      confirmedBy: null,
      followUpAt: null,
      progress: '已重开',
    }).catch((error: unknown) => {
      // One that was raised just now, after the look above.
      throw sqlState(error) === '23505' ? anotherOpen(row) : error;
    });
    await addStep(tx, { ...row, status: 'handling' }, viewer, 'reopened', reason);
    await armProgress(tx, row);
  });
  return row;
}

/** Done, or the next date when the person could not be reached. */
export async function finishFollowUp(viewer: Viewer, input: InputOf<Api['finishFollowUp']>): Promise<WarnRow> {
  const { row } = await act(viewer, input.id, async (acting) => {
    const { tx, row } = acting;
    if (!row.followUpAt || row.followedUpAt) throw new Problem(409, '没有待回访', { status: row.status });
    await patch(acting, input.again ? { followUpAt: input.again } : { followedUpAt: now });
    await addStep(tx, row, viewer, 'note', `回访：${input.note}`, { followUp: true, again: input.again ?? null });
  });
  return row;
}
