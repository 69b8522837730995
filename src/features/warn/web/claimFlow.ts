import { useSyncExternalStore } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { emitter } from '#web/live/emitter.ts';
import { toast } from '#web/message/message.tsx';
import { closeOverlays } from '#web/shell/overlay.ts';
import type { WarnRow } from './desk/types.ts';
import { claimedBy, confirmAssist } from './desk/useAction.ts';
import { subjectName } from './format.ts';
import { nextWarn } from './nextWarn.ts';
import { claimWarn, loadWarns, openWarns } from './warnStore.ts';

/** A quicker answer needs no word of its own, ms. */
const slowAfterMs = 300;

/** That a claim got no answer is shown until the next try has failed, ms. */
const missMs = 5000;

const underWay = new Set<string>();
const slow = new Set<string>();
const slowChanges = emitter<void>();

/** Whether the alarm is being taken and the answer lets wait for itself. */
export function useClaiming(id: string): boolean {
  return useSyncExternalStore(slowChanges.on, () => slow.has(id));
}

function markSlow(id: string): () => void {
  const timer = setTimeout(() => {
    slow.add(id);
    slowChanges.emit();
  }, slowAfterMs);
  return () => {
    clearTimeout(timer);
    if (slow.delete(id)) slowChanges.emit();
  };
}

/**
 * F2: takes the first alarm of the user's order. Where another was faster that is said, and the next one is taken.
 * @param openWarn shows the alarm's desk
 */
export async function claimNext(userId: string | null, openWarn: (id: string) => void): Promise<void> {
  if (underWay.size > 0) return;
  const lost = new Set<string>();
  for (;;) {
    const row = nextWarn(
      openWarns().filter((each) => !lost.has(each.id)),
      userId,
    );
    if (!row || !(await isLostRace(row, openWarn))) return;
    lost.add(row.id);
  }
}

/** Takes the alarm; true when another was faster, which is said without a box in the way. */
async function isLostRace(row: WarnRow, openWarn: (id: string) => void): Promise<boolean> {
  const winner = await claim(row, openWarn);
  if (winner !== null) toast.warning(`${subjectName(row)} 已由 ${winner} 接警`);
  return winner !== null;
}

/**
 * 接警 and what follows: the case opens; where another was faster the box says who and offers 协助.
 * A second press while the first is under way does nothing.
 * @param openWarn shows the alarm's desk
 */
export async function claimAndOpen(row: WarnRow, openWarn: (id: string) => void): Promise<void> {
  if (underWay.has(row.id)) return;
  const winner = await claim(row, openWarn);
  if (winner !== null && (await confirmAssist(winner, `${subjectName(row)} · ${row.no}`))) openWarn(row.id);
}

/** Takes the alarm and opens it. Answers who was faster, else null; any other failure is said here. */
async function claim(row: WarnRow, openWarn: (id: string) => void): Promise<string | null> {
  underWay.add(row.id);
  const answered = markSlow(row.id);
  try {
    await claimWarn(row.id, () => toast.error(`${subjectName(row)} 接警没有应答，正在再试`, missMs)).finally(answered);
    closeOverlays();
    openWarn(row.id);
    return null;
  } catch (error) {
    // What was shown is old.
    void loadWarns();
    const winner = claimedBy(error);
    if (winner === null) toast.error(`接警失败：${problemText(error)}`);
    return winner;
  } finally {
    underWay.delete(row.id);
  }
}
