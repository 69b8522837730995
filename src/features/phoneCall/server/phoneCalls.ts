import { type Selectable, sql } from 'kysely';
import { readUnmaskedCustomer } from '#features/customer/server/service.ts';
import { equipmentCards } from '#features/equipment/server/service.ts';
import type { phoneCallApi } from '#features/phoneCall/contract.ts';
import { nameOf } from '#features/user/server/service.ts';
import {
  addStep,
  bumpVersion,
  type CalledParty,
  calledParty,
  changeWarn,
  deleteDrafts,
  type LockedWarn,
  maskedStep,
  owesFollowUp,
  requireHandler,
  requireOpenOrOwed,
  type StoredWarn,
  updateWarn,
  visibilityOf,
} from '#features/warn/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { WarnStep } from '#server/db/tables.ts';
import { now } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { CallResult } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Step = OutputOf<(typeof phoneCallApi)['addWarnCall']>;

/** Label instead of a result for a dialled call that has none yet. */
const dialling = '拨出中';

/** Whether the call reached the customer's side: the customer or a contact; an answer by 120 does not count. */
const isCustomerSide = ({ party, contact }: CalledParty) => party !== 'other' || contact !== null;

/** Whether the call was answered by voice. */
export const isReached = (result: unknown) => result === 'ok' || result === 'need_help';

/**
 * Returns what a call changes in the clock: first call and first voice at dial time, family notified at its end. A
 * client's time is accepted between the first claim and now. A dial without a result is only a first call.
 */
function callTimes(row: StoredWarn, called: CalledParty, input: InputOf<(typeof phoneCallApi)['addWarnCall']>) {
  const { result, startedAt, seconds } = input;
  const { contact } = called;
  const reached = isReached(result) && isCustomerSide(called);
  const family = reached && contact !== null && contact.relation !== 'self';
  const from = row.firstClaimedAt ?? row.receivedAt;
  const after = (s: number) =>
    startedAt === undefined
      ? now
      : sql<string>`greatest(${from}::timestamptz, least(${startedAt}::timestamptz + make_interval(secs => ${s}), now()))`;
  return {
    calledAt: row.calledAt ?? after(0),
    ...(reached ? { reachedAt: row.reachedAt ?? after(0) } : {}),
    ...(family ? { familyToldAt: row.familyToldAt ?? after(seconds ?? 0) } : {}),
  };
}

const digits = (phone: string | null) => phone?.replaceAll(/\D/g, '');

/**
 * Returns the called party for the queue's line: a contact by name, the customer as such for any number, others by
 * number.
 */
async function calledName({ tx, row }: LockedWarn, contact: string | null, phone: string): Promise<string> {
  if (contact !== null) return contact;
  if (row.customerId === null) return phone;
  const customer = await readUnmaskedCustomer(tx, row.customerId);
  const cards = await equipmentCards(tx, { customerId: row.customerId, equipmentId: row.equipmentId });
  const ownNumbers = [customer?.mobile ?? null, customer?.phone ?? null, ...cards.map((card) => card.number)];
  return ownNumbers.some((number) => digits(number) === digits(phone)) ? '老人' : phone;
}

function resultText(result: CallResult | undefined): string {
  return result === undefined ? dialling : labelOf('call_result', result);
}

function callData(
  input: InputOf<(typeof phoneCallApi)['addWarnCall']>,
  { contact, party }: CalledParty,
): Record<string, unknown> {
  return {
    party,
    contactId: contact?.id ?? null,
    contactName: contact?.name ?? null,
    relation: contact?.relation ?? null,
    phone: input.phone ?? contact?.mobile ?? contact?.phone ?? null,
    startedAt: input.startedAt ?? null,
    result: input.result ?? null,
    resultText: resultText(input.result),
    seconds: input.seconds ?? null,
  };
}

/**
 * Records a call, or a dial without a result; any user in scope may do so while the warn is open. A dial counts as an
 * attempt, not as voice contact. A follow-up call is only in the timeline: the clock of a closed warn stays.
 */
export async function addWarnCall(viewer: Viewer, input: InputOf<(typeof phoneCallApi)['addWarnCall']>): Promise<Step> {
  const { id, contactId, phone, result } = input;
  if (!contactId && !phone) throw invalidField('phone', '请填写打给谁或电话');
  const { value } = await changeWarn(viewer, id, async (locked) => {
    const { tx, row } = locked;
    await requireOpenOrOwed(tx, row);
    const called = await calledParty(tx, row, contactId, phone);
    const { contact } = called;
    if (contactId && !contact) throw invalidField('contactId', '没有这个联系人');
    const progress = `${await calledName(locked, contact?.name ?? null, phone ?? '')} ${resultText(result)}`;
    if (!owesFollowUp(row)) await updateWarn(locked, { ...callTimes(row, called, input), progress });
    if (result !== undefined && row.handlerId === viewer.userId) await deleteDrafts(tx, id, 'call');
    const step = await addStep(tx, row, viewer, 'call', input.note ?? null, callData(input, called));
    return visibilityOf(viewer, row) === 'whole' ? step : maskedStep(step);
  });
  return value;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

type StoredCall = Selectable<WarnStep>;

/** Returns the warn's call without a result that the viewer may complete. */
async function requirePendingCall({ tx, row }: LockedWarn, viewer: Viewer, stepId: string): Promise<StoredCall> {
  const call = await tx
    .selectFrom('warnStep')
    .selectAll()
    .where('id', '=', stepId)
    .where('warnId', '=', row.id)
    .where('kind', '=', 'call')
    .executeTakeFirst();
  if (!call) throw notFound('呼叫');
  const { result } = call.data;
  if (textOf(result) !== null) throw new Problem(409, '这次呼叫已有结果', { status: row.status, result });
  if (call.userId !== viewer.userId) await requireHandler(tx, viewer, row);
  return call;
}

/**
 * Returns what the result of a dialled call changes in the clock: the voice counts from the dial, the family from now.
 */
function resultTimes(row: StoredWarn, { at, data }: StoredCall, result: CallResult) {
  if (!isReached(result)) return {};
  if (data.party === 'other' && textOf(data.contactId) === null) return {};
  const family = textOf(data.contactId) !== null && data.relation !== 'self';
  return { reachedAt: row.reachedAt ?? at, ...(family ? { familyToldAt: row.familyToldAt ?? now } : {}) };
}

/**
 * Records the result of a dialled call, once: by its caller or the current handler. Throws 404 if the step is no call
 * of this warn, 409 if it has a result.
 */
export async function finishWarnCall(
  viewer: Viewer,
  input: InputOf<(typeof phoneCallApi)['finishWarnCall']>,
): Promise<Step> {
  const { result, seconds = null } = input;
  const { value } = await changeWarn(viewer, input.id, async (locked) => {
    const { tx, row } = locked;
    await requireOpenOrOwed(tx, row);
    const call = await requirePendingCall(locked, viewer, input.stepId);
    const resultText = labelOf('call_result', result);
    const name = await calledName(locked, textOf(call.data.contactName), textOf(call.data.phone) ?? '');
    if (!owesFollowUp(row))
      await updateWarn(locked, {
        ...resultTimes(row, call, result),
        progress: `${name} ${resultText}`,
      });
    const data = { ...call.data, result, resultText, seconds };
    const note = input.note ?? call.note;
    await tx.updateTable('warnStep').set({ data, note }).where('id', '=', call.id).execute();
    if (row.handlerId === viewer.userId) await deleteDrafts(tx, input.id, 'call');
    await bumpVersion(tx, row, viewer);
    const { warnId: _warn, ...step } = call;
    const userName = call.userId === null ? null : await nameOf(tx, call.userId);
    const finished = { ...step, data, note, userName };
    return visibilityOf(viewer, row) === 'whole' ? finished : maskedStep(finished);
  });
  return value;
}
