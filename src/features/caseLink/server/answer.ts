import { answered } from '#features/notification/server/service.ts';
import { countLinkAttempt, countRepeat, invalidLink } from '#server/auth/linkThrottle.ts';
import { secretHash } from '#server/core/crypto.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { DispatchState } from '#shared/codes.ts';
import { arrivalStates, type CaseAnswer, caseAnswers, type caseLinkApi } from '#shared/contract/caseLink.ts';
import type { InputOf } from '#shared/endpoint.ts';
import {
  recordExternalAnswer,
  recordExternalMove,
  recordExternalPosition,
  recordLinkOpened,
} from './externalAnswers.ts';
import { dispatchOf, type Link, linkOf, linkView, type Opened } from './link.ts';

type Api = typeof caseLinkApi;

/** Maximum answers per link, against abuse. */
const maxAnswers = { contact: 20, user: 20, customer_user: 20, responder: 60 } as const;
/**
 * Returns whether a responder opens the link for the first time: that adds a step, so the alarm must be locked, too.
 */
async function isFirstOpening(tx: Db, token: string): Promise<boolean> {
  const row = await tx
    .selectFrom('warnLink')
    .select(['kind', 'openedAt'])
    .where('tokenHash', '=', secretHash(token))
    .executeTakeFirst();
  return row?.kind === 'responder' && row.openedAt === null;
}

/**
 * Opens a link; the first opening is stored, for a responder as a step. 400 for every invalid link, 429 beyond the
 * attempts per address and minute.
 */
export async function getCase(
  viewer: Viewer,
  { token, again = false }: InputOf<Api['getCase']>,
  { ip }: RequestInfo,
): Promise<Opened> {
  if (again) countRepeat(ip);
  else countLinkAttempt(ip);
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const link = await linkOf(tx, token, await isFirstOpening(tx, token));
    if (link.openedAt === null) {
      await tx.updateTable('warnLink').set({ openedAt: now }).where('id', '=', link.id).execute();
      if (link.kind === 'responder' && !link.over)
        await recordLinkOpened(ctx, { warnId: link.warnId, dispatchId: link.toId, name: link.toName });
    }
    if (!again) await recordAnswer(tx, link, token, null);
    return linkView(tx, link);
  });
}

/** Marks the message with this link as read, and as answered if there is an answer. */
async function recordAnswer(
  tx: Db,
  { warnId, kind, toId: id }: Link,
  token: string,
  answer: string | null,
): Promise<void> {
  await answered(tx, warnId, { kind, id }, token, answer);
}

const endedProblem = () => new Problem(409, '告警已结束，不用再应答，谢谢');

/** Counts one more answer of the link; 409 beyond the maximum. */
async function countAnswer(tx: Db, link: Link, answer: CaseAnswer | null): Promise<void> {
  if (link.answers >= maxAnswers[link.kind]) throw new Problem(409, '应答次数过多，请拨打服务电话');
  await tx
    .updateTable('warnLink')
    .set((eb) => ({ answers: eb('answers', '+', 1), answeredAt: now, ...(answer && { answer }) }))
    .where('id', '=', link.id)
    .execute();
}

/**
 * Adds the family's answer to the operator's timeline on commit; a repeated answer is added once. 409 when the alarm
 * has ended.
 */
export async function answerCase(
  viewer: Viewer,
  { token, answer, note }: InputOf<Api['answerCase']>,
  { ip }: RequestInfo,
): Promise<Opened> {
  countLinkAttempt(ip);
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const link = await linkOf(tx, token);
    if (link.kind === 'responder') throw invalidLink();
    if (link.over) throw endedProblem();
    const text = note?.trim() || null;
    if (link.answer === answer && text === null) return linkView(tx, link);
    await countAnswer(tx, link, answer);
    const to = { kind: link.kind, id: link.toId, name: link.toName };
    if (!(await recordExternalAnswer(ctx, link.warnId, to, answer, text, link.id))) throw endedProblem();
    await recordAnswer(tx, link, token, caseAnswers[answer]);
    return linkView(tx, { ...link, answer });
  });
}

const order: readonly string[] = ['sent', ...arrivalStates];

/** Returns the link of a responder with the state of the dispatch; 409 when the alarm or the dispatch has ended. */
async function sentLink(tx: Db, token: string): Promise<{ link: Link; state: DispatchState }> {
  const link = await linkOf(tx, token);
  const dispatch = await dispatchOf(tx, link);
  if (!dispatch) throw invalidLink();
  if (link.over) throw endedProblem();
  if (dispatch.state === 'cancelled') throw new Problem(409, '派单已取消，不用再去，谢谢');
  return { link, state: dispatch.state };
}

const reportBy = ({ id, warnId, toId, toName }: Link) => ({ warnId, dispatchId: toId, linkId: id, name: toName });

/**
 * Sets the progress of a responder: only forward, a repeat changes nothing. 409 when the alarm or the dispatch has
 * ended.
 */
export async function reportArrival(
  viewer: Viewer,
  { token, state, lat, lng }: InputOf<Api['reportArrival']>,
  { ip }: RequestInfo,
): Promise<Opened> {
  countLinkAttempt(ip);
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const { link, state: current } = await sentLink(tx, token);
    if (current === state) return linkView(tx, link);
    if (order.indexOf(state) < order.indexOf(current)) throw new Problem(409, '进展不能往回改，请拨打服务电话');
    await countAnswer(tx, link, null);
    const place = lat === undefined || lng === undefined ? null : { lat, lng };
    if (!(await recordExternalMove(ctx, reportBy(link), state, place))) throw endedProblem();
    return linkView(tx, link);
  });
}

/** Adds the responder's position to the desk's map and the timeline. 409 when the alarm or the dispatch has ended. */
export async function reportPosition(
  viewer: Viewer,
  { token, ...place }: InputOf<Api['reportPosition']>,
  { ip }: RequestInfo,
): Promise<Opened> {
  countLinkAttempt(ip);
  return command(viewer, async (ctx) => {
    const { link, state } = await sentLink(ctx.tx, token);
    if (state === 'done') throw new Problem(409, '派单已完成，不用再发位置，谢谢');
    await countAnswer(ctx.tx, link, null);
    if (!(await recordExternalPosition(ctx, reportBy(link), place))) throw endedProblem();
    return linkView(ctx.tx, link);
  });
}
