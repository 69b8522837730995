import { useSyncExternalStore } from 'react';
import { signal } from '#web/live/signal.ts';
import { toast } from '#web/message.tsx';
import { problemText } from '#web/outcome.ts';
import type { WarnRow } from './desk/types.ts';
import { takenBy, tellTaken } from './desk/useAction.ts';
import { claimWarn, loadWarns } from './warnStore.ts';
import { whoseAlarm } from './words.ts';

/** A quicker answer needs no word of its own, ms. */
const quick = 300;

const underWay = new Set<string>();
const slow = new Set<string>();
const slowChanges = signal<void>();

/** Whether the alarm is being taken and the answer lets wait for itself. */
export function useTaking(id: string): boolean {
  return useSyncExternalStore(slowChanges.on, () => slow.has(id));
}

function noteSlow(id: string): () => void {
  const timer = setTimeout(() => {
    slow.add(id);
    slowChanges.emit();
  }, quick);
  return () => {
    clearTimeout(timer);
    if (slow.delete(id)) slowChanges.emit();
  };
}

/**
 * 接警 and what follows: the case opens; where another was faster the box says who and offers 协助.
 * A second press while the first is under way does nothing.
 * @param openCase shows the alarm's desk
 */
export async function takeWarn(row: WarnRow, openCase: (id: string) => void): Promise<void> {
  if (underWay.has(row.id)) return;
  underWay.add(row.id);
  const answered = noteSlow(row.id);
  try {
    await claimWarn(row.id).finally(answered);
    openCase(row.id);
  } catch (error) {
    // What was shown is old.
    void loadWarns();
    const winner = takenBy(error);
    if (winner === null) toast.error(`接警失败：${problemText(error)}`);
    else if (await tellTaken(winner, `${whoseAlarm(row)} · ${row.no}`)) openCase(row.id);
  } finally {
    underWay.delete(row.id);
  }
}
