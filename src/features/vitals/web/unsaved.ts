import { useCallback } from 'react';
import { session, subscribeSession } from '#web/api/session.ts';
import { useLeaveQuestion } from '#web/message/useLeaveQuestion.ts';
import type { RowTexts } from '#web/table/sheet/types.ts';

type Texts = ReadonlyMap<string, RowTexts>;

/**
 * Texts that are not saved, by customer. Values of health lie in no storage of the browser: only in this page's memory,
 * until another account logs in.
 */
let unsaved: Texts = new Map();
let owner: string | undefined;

subscribeSession(() => {
  if (session().user?.id !== owner) unsaved = new Map();
});

/** Returns the user's texts that are not saved. */
export function unsavedTexts(): Texts {
  return session().user?.id === owner ? unsaved : new Map();
}

/** Asks before a logout, and lets the browser ask before it closes or reloads the page, while texts are not saved. */
export function useUnsaved(): (texts: Texts) => void {
  useLeaveQuestion(() => {
    const { size } = unsavedTexts();
    return size === 0 ? undefined : { title: `批量录入还有 ${size} 位没有存`, text: '退出后这些值不会保留。' };
  });
  return useCallback((texts: Texts) => {
    owner = session().user?.id;
    unsaved = texts;
  }, []);
}
