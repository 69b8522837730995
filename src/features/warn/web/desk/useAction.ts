import { useCallback } from 'react';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { ApiError } from '#web/api/request.ts';
import { box, toast } from '#web/message/message.tsx';
import { subjectName } from '../format.ts';
import type { WarnDetail } from './types.ts';

/**
 * Carries out a change of the alarm; true when it succeeded. What failed is told, and the alarm is fetched again.
 * `done` is said after a success; `handled` may take a failure over (a form shows it at its fields).
 */
export type RunAction = (
  action: () => Promise<unknown>,
  done?: string,
  handled?: (error: unknown) => boolean,
) => Promise<boolean>;

/** Who has taken the alarm, where that is why a call was refused (names.md, claimWarn). */
export function claimedBy(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('handlerName' in data)) return null;
  // Finished meanwhile: there is nothing left to help with, the server's own sentence says so.
  if ('status' in data && data.status !== 'handling') return null;
  return typeof data.handlerName === 'string' ? data.handlerName : null;
}

/** 「已由 王磊 接警」 with 协助; true when the person wants to help. */
export function confirmAssist(handlerName: string, about: string): Promise<boolean> {
  return box.confirm(`${about}。协助时可以查看全部资料，记录呼叫和备注。`, {
    title: `已由 ${handlerName} 接警`,
    level: 'notice',
    ok: '协助',
    cancel: '返回队列',
  });
}

/** A conflict is a notice, never an error (look.md 4). */
function toastRefused(error: unknown): void {
  const conflict = error instanceof ApiError && error.status === 409;
  if (conflict) toast.warning(problemText(error));
  else toast.error(problemText(error));
}

/** The actions of the open alarm: each ends with a fresh detail, whether it succeeded or not. */
export function useAction(detail: WarnDetail, reload: () => void): RunAction {
  const about = `${subjectName(detail)} · ${detail.no}`;
  return useCallback(
    async (action, done, handled) => {
      try {
        await action();
        if (done) toast.success(done);
        reload();
        return true;
      } catch (error) {
        if (isAborted(error) || handled?.(error)) return false;
        reload();
        const handler = claimedBy(error);
        if (handler !== null) await confirmAssist(handler, about);
        else toastRefused(error);
        return false;
      }
    },
    [about, reload],
  );
}
