import { useSyncExternalStore } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { emitter } from '#web/live/emitter.ts';
import { toast } from '#web/message/message.tsx';
import { closeOverlays } from '#web/shell/overlay.ts';
import { subjectName } from './format.ts';
import { nextWarn } from './nextWarn.ts';
import type { WarnRow } from './types.ts';
import { claimedBy, confirmAssist } from './useAction.ts';
import { claimWarn, loadWarns, openWarns } from './warnStore.ts';

/** Time after which a claim shows that it is slow, ms. */
const slowAfterMs = 300;

/** Duration of the toast for an unanswered claim, ms: it lasts until the next try has failed. */
const missMs = 5000;

const underWay = new Set<string>();
const slow = new Set<string>();
const slowChanges = emitter<void>();

/** Whether a claim of the warn is under way and slow. */
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
 * Claims the first warn in the user's order (F2). If another user was faster, it toasts that and claims the next.
 * @param openWarn opens the warn's desk
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

/** Claims the warn; returns true if another user was faster, and toasts that. */
async function isLostRace(row: WarnRow, openWarn: (id: string) => void): Promise<boolean> {
  const winner = await claim(row, openWarn);
  if (winner !== null) toast.warning(`${subjectName(row)} 已由 ${winner} 接警`);
  return winner !== null;
}

/**
 * Claims the warn (接警) and opens it; if another user was faster, a box names them and offers 协助. Ignores a second press
 * meanwhile.
 * @param openWarn opens the warn's desk
 */
export async function claimAndOpen(row: WarnRow, openWarn: (id: string) => void): Promise<void> {
  if (underWay.has(row.id)) return;
  const winner = await claim(row, openWarn);
  if (winner !== null && (await confirmAssist(winner, `${subjectName(row)} · ${row.no}`))) openWarn(row.id);
}

/** Claims and opens the warn. Returns the faster user, else null; toasts other failures. */
async function claim(row: WarnRow, openWarn: (id: string) => void): Promise<string | null> {
  underWay.add(row.id);
  const answered = markSlow(row.id);
  try {
    await claimWarn(row.id, () => toast.error(`${subjectName(row)} 接警没有应答，正在再试`, missMs)).finally(answered);
    closeOverlays();
    openWarn(row.id);
    return null;
  } catch (error) {
    // The shown row is outdated.
    void loadWarns();
    const winner = claimedBy(error);
    if (winner === null) toast.error(`接警失败：${problemText(error)}`);
    return winner;
  } finally {
    underWay.delete(row.id);
  }
}
