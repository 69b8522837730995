import { and, eq, sql } from 'drizzle-orm';
import type { warnApi } from '#features/warn/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { word } from '#server/feature/words.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type Acting, act, mustBeOpen } from './access.ts';
import { forgetDrafts } from './draft.ts';
import { now, patch } from './patch.ts';
import { warnDispatch } from './schema.ts';
import { addStep, dropTimers } from './steps.ts';

type Api = typeof warnApi;
type Step = OutputOf<Api['addWarnNote']>;

export async function addWarnNote(viewer: Viewer, { id, note }: InputOf<Api['addWarnNote']>): Promise<Step> {
  const { value } = await act(viewer, id, async ({ tx, row }) => {
    if (row.handlerId === viewer.userId) await forgetDrafts(tx, id, 'note');
    return addStep(tx, row, viewer, 'note', note);
  });
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
        noteCipher: input.note ? encrypt(input.note) : null,
        sentAt: now,
        updatedAt: now,
        updatedBy: viewer.userId,
      })
      .returning({ id: warnDispatch.id });
    await patch(acting, { dispatchedAt: row.dispatchedAt ?? now, progress: `已派 ${input.name}` });
    await armArrival(acting);
    // What they were told says how to get in: it stands with the dispatch alone, encrypted.
    const step = await addStep(tx, row, viewer, 'dispatch', null, {
      dispatchId: sent?.id,
      name: input.name,
      phone: input.phone ?? null,
      kind: input.kind,
      state: 'sent',
    });
    return { ...step, note: input.note ?? null };
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
