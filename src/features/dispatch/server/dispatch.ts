import { sql } from 'kysely';
import type { dispatchApi } from '#features/dispatch/contract.ts';
import { isReached } from '#features/phoneCall/server/service.ts';
import {
  addStep,
  changeWarn,
  dropTimers,
  type LockedWarn,
  requireOpen,
  updateWarn,
} from '#features/warn/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { wake } from '#server/db/wake.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { DispatchState } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { services } from '#shared/services.ts';
import { sendDispatchLink } from './dispatchLink.ts';

type Step = OutputOf<typeof dispatchApi.dispatchWarn>;

export async function dispatchWarn(
  viewer: Viewer,
  input: InputOf<(typeof dispatchApi)['dispatchWarn']>,
): Promise<Step> {
  const { value } = await changeWarn(viewer, input.id, async (locked) => {
    const { tx, row } = locked;
    await requireOpen(tx, row);
    if (services.includes(input.kind)) await requireServiceCall(locked, input.phone);
    const sent = await tx
      .insertInto('warnDispatch')
      .values({
        warnId: row.id,
        name: input.name,
        phone: input.phone ?? null,
        kind: input.kind,
        noteCipher: input.note ? encrypt(input.note) : null,
        sentAt: now,
        updatedAt: now,
        updatedBy: viewer.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await updateWarn(locked, { dispatchedAt: row.dispatchedAt ?? now, progress: `已派 ${input.name}` });
    await armArrival(locked);
    const link = await sendDispatchLink(locked, viewer, { ...input, id: sent.id });
    // The instructions contain entry notes: they are stored only with the dispatch, encrypted.
    const step = await addStep(tx, row, viewer, 'dispatch', null, {
      dispatchId: sent.id,
      name: input.name,
      phone: input.phone ?? null,
      kind: input.kind,
      state: 'sent',
      ...link,
    });
    return { ...step, note: input.note ?? null };
  });
  if (value.data.linkSent !== undefined) wake.publish('notification');
  return value;
}

/** Throws 400 without a number and 409 if no connected call to it is on record: only real calls are recorded. */
async function requireServiceCall({ tx, row }: LockedWarn, phone: string | undefined): Promise<void> {
  if (!phone) throw invalidField('phone', '请填写拨打的号码', 'required');
  const calls = await tx
    .selectFrom('warnStep')
    .select('data')
    .where('warnId', '=', row.id)
    .where('kind', '=', 'call')
    .execute();
  if (!calls.some(({ data }) => data.phone === phone && isReached(data.result)))
    throw new Problem(409, `没有接通 ${phone} 的记录，请先拨打并记下通话结果`);
}

/** Returns the dispatches of responders who are dispatched and neither done nor cancelled. */
export async function dispatchesUnderWay(
  tx: Db,
  warnId: string,
): Promise<{ id: string; name: string; state: string }[]> {
  return tx
    .selectFrom('warnDispatch')
    .select(['id', 'name', 'state'])
    .where('warnId', '=', warnId)
    .where('state', 'in', ['sent', 'accepted', 'on_way', 'arrived'])
    .execute();
}

/** Arms the arrival timer: without an arrival after 15 minutes the leader is notified (domain.md 7.4). */
async function armArrival({ tx, row }: LockedWarn): Promise<void> {
  await sql`
    insert into warn_timer (warn_id, kind, rung, due_at, name)
    select ${row.id}, 'arrival', coalesce(max(rung), 0) + 1, now() + interval '15 minutes', 'leader' from warn_timer where warn_id = ${row.id} and kind = 'arrival'`.execute(
    tx,
  );
}

interface DispatchMove {
  dispatchId: string;
  state: DispatchState;
  note?: string | undefined;
  /** Additional data of the step. */
  extra?: Record<string, unknown>;
}

/** Changes the state of a dispatch of the open warn, with a step; 404 if the warn has no such dispatch. */
export async function moveDispatch(
  locked: LockedWarn,
  viewer: Viewer,
  { dispatchId, state, note, extra = {} }: DispatchMove,
): Promise<Step> {
  const { tx, row } = locked;
  await requireOpen(tx, row);
  const dispatch = await tx
    .updateTable('warnDispatch')
    .set({ state, updatedAt: now, updatedBy: viewer.userId, ...(state === 'arrived' ? { arrivedAt: now } : {}) })
    .where('id', '=', dispatchId)
    .where('warnId', '=', row.id)
    .returning(['id', 'name', 'kind'])
    .executeTakeFirst();
  if (!dispatch) throw notFound('派单');
  await updateWarn(locked, {
    ...(state === 'arrived' ? { arrivedAt: row.arrivedAt ?? now } : {}),
    progress: `${dispatch.name} ${labelOf('dispatch_state', state)}`,
  });
  if (['arrived', 'done', 'cancelled'].includes(state)) await dropTimers(tx, row.id, ['arrival']);
  const facts = { dispatchId: dispatch.id, name: dispatch.name, kind: dispatch.kind, state };
  return addStep(tx, row, viewer, 'dispatch_state', note ?? null, { ...facts, ...extra });
}

export async function updateWarnDispatch(
  viewer: Viewer,
  { id, ...move }: InputOf<(typeof dispatchApi)['updateWarnDispatch']>,
): Promise<Step> {
  const { value } = await changeWarn(viewer, id, (locked) => moveDispatch(locked, viewer, move));
  return value;
}
