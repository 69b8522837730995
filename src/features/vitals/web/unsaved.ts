import { useCallback, useEffect } from 'react';
import { session, subscribeSession } from '#web/api/session.ts';
import { beforeLogout } from '#web/core/logoutGuard.ts';
import { box } from '#web/message/message.tsx';
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
  useEffect(() => {
    const end = beforeLogout(async () => {
      const { size } = unsavedTexts();
      if (size === 0) return true;
      return box.confirm('退出后这些值不会保留。', {
        ...{ title: `批量录入还有 ${size} 位没有存`, level: 'warning', ok: '放弃并退出', cancel: '返回', danger: true },
      });
    });
    const stay = (event: BeforeUnloadEvent) => {
      if (unsavedTexts().size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', stay);
    return () => {
      end();
      window.removeEventListener('beforeunload', stay);
    };
  }, []);
  return useCallback((texts: Texts) => {
    owner = session().user?.id;
    unsaved = texts;
  }, []);
}
