import type { FollowUpTerms, warnApi } from '#features/warn/contract.ts';
import { notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Static } from '#shared/typebox.ts';
import { changeWarn, type LockedWarn, lockWarn, requireOpen, requireWarn, type StoredWarn } from './access.ts';
import type { WarnRow } from './read/rows.ts';
import { hasVoiceContactSince } from './record/proof.ts';
import { addStep } from './steps.ts';
import { updateWarn } from './updateWarn.ts';
import { emitWarnEvent } from './warnEvents.ts';

type Api = typeof warnApi;
type Terms = Static<typeof FollowUpTerms>;

/** Period after closing in which a customer taken to hospital is called, ms (domain.md 7.3). */
export const hospitalMs = 72 * 3_600_000;

/** Whether an ended alarm owes a follow-up. */
export function owesFollowUp(row: Pick<StoredWarn, 'status' | 'followUpAt' | 'followedUpAt'>): boolean {
  return row.status === 'done' && row.followUpAt !== null && row.followedUpAt === null;
}

/** Throws 409 unless the warn is open or owes a follow-up: only then calls are recorded. */
export async function requireOpenOrOwed(tx: Db, row: StoredWarn): Promise<void> {
  if (!owesFollowUp(row)) await requireOpen(tx, row);
}

/** Returns what the follow-up needs besides a note; null if none is owed or the customer was not taken to hospital. */
export async function termsOf(tx: Db, row: StoredWarn): Promise<Terms> {
  if (!owesFollowUp(row) || row.result !== 'hospital' || row.finishedAt === null) return null;
  return {
    until: new Date(Date.parse(row.finishedAt) + hospitalMs).toISOString(),
    called: await hasVoiceContactSince(tx, row, row.followUpReachedAt ?? row.finishedAt),
  };
}

/** Returns the follow-up terms of a visible warn by its id; otherwise throws 404. */
export async function followUpTermsOf(viewer: Viewer, id: string, tx: Db): Promise<Terms> {
  return termsOf(tx, await requireWarn(viewer, id, tx));
}

/** Result of a follow-up: customer reached, or another date, or neither if it is still owed. */
interface FollowedUp {
  note: string;
  reached?: boolean;
  /** Next call if the customer was not reached, ISO. */
  again?: string | undefined;
  /** Next call if the follow-up stays owed although the customer was reached, ISO; default: the end of the 72 hours. */
  next?: string | undefined;
}

/** Ends the follow-up; within 72 hours after 已送医 it moves it to the next call and returns that time (ISO). */
async function markReached(
  { tx, row }: Pick<LockedWarn, 'tx' | 'row'>,
  next: string | undefined,
): Promise<string | null> {
  const terms = await termsOf(tx, row);
  if (terms && !terms.called)
    throw new Problem(409, '送医后的回访要有接通的通话记录：请先拨打老人或联系人，记下通话结果，再完成回访');
  const due = terms && Date.parse(terms.until) > Date.now() ? (next ?? terms.until) : null;
  await updateWarn(
    { tx, row },
    { followUpReachedAt: now, ...(due === null ? { followedUpAt: now } : { followUpAt: due }) },
  );
  return due;
}

async function followUp(
  locked: Pick<LockedWarn, 'tx' | 'row'>,
  viewer: Viewer,
  came: FollowedUp,
): Promise<string | null> {
  const { tx, row } = locked;
  const { note, reached, again, next } = came;
  if (!owesFollowUp(row)) throw new Problem(409, '没有待回访', { status: row.status });
  if (again) await updateWarn(locked, { followUpAt: again });
  const due = reached && !again ? await markReached(locked, next) : null;
  await addStep(tx, row, viewer, 'note', `回访：${note}`, { followUp: true, again: again ?? due });
  return due;
}

/**
 * Records a follow-up in the caller's transaction: requires visibility and locks the warn first. Returns the next call
 * (ISO) if the customer was reached and the follow-up stays owed, else null.
 */
export async function followUpWithin(
  ctx: CommandContext,
  viewer: Viewer,
  id: string,
  came: FollowedUp,
): Promise<string | null> {
  await requireWarn(viewer, id, ctx.tx);
  const row = await lockWarn(ctx.tx, id);
  if (!row) throw notFound('告警');
  const due = await followUp({ tx: ctx.tx, row }, viewer, came);
  emitWarnEvent(ctx, row, 'changed');
  return due;
}

/**
 * Ends the follow-up, or sets the next date if the customer was not reached; after 已送医 not within 72 hours and only
 * with a call on record.
 */
export async function finishFollowUp(
  viewer: Viewer,
  { id, note, again }: InputOf<Api['finishFollowUp']>,
): Promise<WarnRow> {
  const { row } = await changeWarn(viewer, id, (locked) => followUp(locked, viewer, { note, again, reached: true }));
  return row;
}
