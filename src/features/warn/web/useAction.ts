import { useCallback } from 'react';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { ApiError } from '#web/api/request.ts';
import { box, toast } from '#web/message/message.tsx';
import { subjectName } from './format.ts';
import type { WarnDetail } from './types.ts';

/**
 * Runs a change of the warn and fetches it again; true on success. Toasts failures, and `done` on success; `handled`
 * may take over a failure (a form shows it at its fields).
 */
export type RunAction = (
  action: () => Promise<unknown>,
  done?: string,
  handled?: (error: unknown) => boolean,
) => Promise<boolean>;

/** Returns the handler's name if the call was refused because the warn is claimed (names.md, claimWarn). */
export function claimedBy(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('handlerName' in data)) return null;
  // Closed meanwhile: no help is needed, the server's own text explains it.
  if ('status' in data && data.status !== 'handling') return null;
  return typeof data.handlerName === 'string' ? data.handlerName : null;
}

/** Shows 「已由 王磊 接警」 with 协助; true if the user wants to assist. */
export function confirmAssist(handlerName: string, about: string): Promise<boolean> {
  return box.confirm(`${about}。协助时可以查看全部资料，记录呼叫和备注。`, {
    title: `已由 ${handlerName} 接警`,
    level: 'notice',
    ok: '协助',
    cancel: '返回队列',
  });
}

/** Toasts a refusal; a conflict is a notice, never an error (look.md 4). */
function toastRefused(error: unknown): void {
  const conflict = error instanceof ApiError && error.status === 409;
  if (conflict) toast.warning(problemText(error));
  else toast.error(problemText(error));
}

/** Returns the function that runs actions of the open warn: each ends with a fresh detail, also on failure. */
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
