import { and, eq, sql } from 'drizzle-orm';
import { contactOf, wholePerson } from '#features/customer/server/service.ts';
import { equipmentCards } from '#features/equipment/server/service.ts';
import type { warnApi } from '#features/warn/contract.ts';
import { invalidField, notFound } from '#server/problem.ts';
import type { Viewer } from '#server/viewer.ts';
import { word } from '#server/words.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type Acting, act, mustBeOpen, type StoredWarn } from './access.ts';
import { now, patch } from './patch.ts';
import { warnDispatch } from './schema.ts';
import { addStep, dropTimers } from './steps.ts';

type Api = typeof warnApi;
type Step = OutputOf<Api['addWarnNote']>;

type Contact = Awaited<ReturnType<typeof contactOf>>;

/**
 * What a call does to the clock: the first call and the first voice when it was dialled, the family told when it ended.
 * An instant of the caller's is believed between the claim and now.
 */
function callTimes(row: StoredWarn, contact: Contact, input: InputOf<Api['addWarnCall']>) {
  const { result, startedAt, seconds } = input;
  const reached = result === 'ok' || result === 'need_help';
  const family = reached && contact !== null && contact.relation !== 'self';
  const from = row.claimedAt ?? row.receivedAt;
  const after = (s: number) =>
    startedAt === undefined
      ? now
      : (sql`greatest(${from}::timestamptz, least(${startedAt}::timestamptz + make_interval(secs => ${s}), now()))` as unknown as string);
  return {
    calledAt: row.calledAt ?? after(0),
    ...(reached ? { reachedAt: row.reachedAt ?? after(0) } : {}),
    ...(family ? { familyToldAt: row.familyToldAt ?? after(seconds ?? 0) } : {}),
  };
}

const digits = (phone: string | null) => phone?.replaceAll(/\D/g, '');

/** Who was called, for the queue's line: a contact by name, the person as such whatever the number, others by number. */
async function calledWhom({ tx, row }: Acting, contact: Contact, phone = ''): Promise<string> {
  if (contact) return contact.name;
  if (row.customerId === null) return phone;
  const person = await wholePerson(tx, row.customerId);
  const cards = await equipmentCards(tx, { customerId: row.customerId, equipmentId: row.equipmentId });
  const own = [person?.mobile ?? null, person?.phone ?? null, ...cards.map((card) => card.number)];
  return own.some((one) => digits(one) === digits(phone)) ? '老人' : phone;
}

function callData(input: InputOf<Api['addWarnCall']>, contact: Contact): Record<string, unknown> {
  return {
    contactId: input.contactId ?? null,
    contactName: contact?.name ?? null,
    relation: contact?.relation ?? null,
    phone: input.phone ?? contact?.mobile ?? contact?.phone ?? null,
    result: input.result,
    resultText: word('call_result', input.result),
    seconds: input.seconds ?? null,
  };
}

/** Writes down a call; anybody in scope may help while the alarm is open. */
export async function addWarnCall(viewer: Viewer, input: InputOf<Api['addWarnCall']>): Promise<Step> {
  const { id, contactId, phone, result } = input;
  if (!contactId && !phone) throw invalidField('phone', '请填写打给谁或电话');
  const { value } = await act(viewer, id, async (acting) => {
    const { tx, row } = acting;
    await mustBeOpen(tx, row);
    const contact = contactId ? await contactOf(tx, contactId, row.customerId) : null;
    if (contactId && !contact) throw invalidField('contactId', '没有这个联系人');
    const progress = `${await calledWhom(acting, contact, phone)} ${word('call_result', result)}`;
    await patch(acting, { ...callTimes(row, contact, input), progress });
    return addStep(tx, row, viewer, 'call', input.note ?? null, callData(input, contact));
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
      progress: `${sent.name} ${word('dispatch_state', input.state)}`,
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
