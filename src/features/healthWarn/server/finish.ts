import {
  calledParty,
  deleteDrafts,
  dropTimers,
  encryptFacts,
  liftToDesk,
  runAfterEnd,
  updateWarn,
} from '#features/warn/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { leastNote, type WarningResult, type warningApi, warningResults } from '../contract.ts';
import { changeWarning, type LockedWarning, requireOpen, requireTaken, requireUntaken } from './access.ts';
import type { WarningRow } from './rows.ts';
import { say, writeNote } from './steps.ts';

type Api = typeof warningApi;

interface Ending {
  result: WarningResult;
  note: string;
  ignored: boolean;
}

/** Ends the locked warning; what the user wrote is stored with the step alone, encrypted. */
async function end(locked: LockedWarning, viewer: Viewer, { result, note, ignored }: Ending): Promise<void> {
  const { tx, row } = locked;
  const resultText = ignored ? '已忽略' : warningResults[result];
  await updateWarn(locked, {
    status: 'done',
    handlerId: viewer.userId,
    firstClaimedAt: row.firstClaimedAt ?? now,
    ignoredAt: ignored ? now : null,
    recordCipher: await encryptFacts(tx, row),
    finishedAt: now,
    offeredTo: null,
    progress: resultText,
  });
  await tx
    .updateTable('healthWarn')
    .set({ result: ignored ? null : result })
    .where('warnId', '=', row.id)
    .execute();
  await dropTimers(tx, row.id);
  await say(locked, viewer, { kind: 'closed', note, data: { result, resultText, ignored }, status: 'done' });
  await deleteDrafts(tx, row.id);
  await runAfterEnd(locked, row);
}

/** Throws 400 at the field whose words are blank or too short. */
function requireWords(field: string, text: string, least: number, msg: string): string {
  const words = text.trim();
  if ([...words].length < least) throw invalidField(field, msg, 'minLength');
  return words;
}

/** Closes a warning that the viewer has, with a result and a note. */
export async function finishEarlyWarning(
  viewer: Viewer,
  { id, result, note }: InputOf<Api['finishEarlyWarning']>,
): Promise<WarningRow> {
  return changeWarning(viewer, id, async (locked) => {
    await requireTaken(locked.tx, viewer, locked.row);
    const words = requireWords('note', note, leastNote, `处理说明至少${leastNote}个字`);
    await end(locked, viewer, { result, note: words, ignored: false });
  });
}

/** Ignores a warning that waits, or that the viewer has. */
export async function ignoreEarlyWarning(
  viewer: Viewer,
  { id, reason }: InputOf<Api['ignoreEarlyWarning']>,
): Promise<WarningRow> {
  return changeWarning(viewer, id, async (locked) => {
    await requireUntaken(locked.tx, viewer, locked.row);
    const words = requireWords('reason', reason, 2, '请填写忽略原因，至少2个字');
    await end(locked, viewer, { result: 'none', note: words, ignored: true });
  });
}

/**
 * Gives a warning to the desk as an SOS of level 1: the same row, which waits and rings there. It may be a colleague's:
 * what is urgent does not wait for them.
 */
export async function raiseEarlyWarning(
  viewer: Viewer,
  { id, reason }: InputOf<Api['raiseEarlyWarning']>,
): Promise<WarningRow> {
  return changeWarning(viewer, id, async (locked) => {
    const { tx, row } = locked;
    await requireOpen(tx, row);
    const words = requireWords('reason', reason, 2, '请填写升级原因，至少2个字');
    await tx.updateTable('healthWarn').set({ dueAt: null }).where('warnId', '=', id).execute();
    await writeNote(tx, await liftToDesk(locked, viewer), words);
  });
}

/** Adds a note or a call to the timeline of an open warning. */
export async function noteEarlyWarning(
  viewer: Viewer,
  { id, note, contactId, call }: InputOf<Api['noteEarlyWarning']>,
): Promise<WarningRow> {
  if (call === undefined && !note?.trim()) throw invalidField('note', '请填写备注', 'required');
  return changeWarning(viewer, id, async (locked) => {
    const { tx, row } = locked;
    await requireOpen(tx, row);
    if (call === undefined) return say(locked, viewer, { kind: 'note', note: note?.trim() });
    const { contact, party } = await calledParty(tx, row, contactId, contactId ? undefined : (row.phone ?? undefined));
    if (contactId && !contact) throw invalidField('contactId', '没有这个联系人');
    const who = { party, contactId: contact?.id ?? null, contactName: contact?.name ?? null };
    const data = {
      ...who,
      relation: contact?.relation ?? null,
      result: call,
      resultText: labelOf('call_result', call),
    };
    await say(locked, viewer, { kind: 'call', note: note?.trim() || undefined, data });
    await updateWarn(locked, {
      calledAt: row.calledAt ?? now,
      progress: `${contact?.name ?? '老人'} ${data.resultText}`,
    });
  });
}
