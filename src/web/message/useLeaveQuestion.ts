import { useEffect, useEffectEvent } from 'react';
import { beforeLogout } from '#web/core/logoutGuard.ts';
import { box } from './message.tsx';

/** What is lost by leaving. */
interface Loss {
  title: string;
  text: string;
}

/**
 * Asks before a logout, and lets the browser ask before it closes or reloads the page, while `loss` returns something.
 * Returns the function that ends it.
 */
export function askBeforeLeaving(loss: () => Loss | undefined): () => void {
  const end = beforeLogout(async () => {
    const { title, text } = loss() ?? {};
    if (title === undefined) return true;
    return box.confirm(text, { title, level: 'warning', ok: '放弃并退出', cancel: '返回', danger: true });
  });
  const stay = (event: BeforeUnloadEvent) => {
    if (loss()) event.preventDefault();
  };
  window.addEventListener('beforeunload', stay);
  return () => {
    end();
    window.removeEventListener('beforeunload', stay);
  };
}

/** Asks as `askBeforeLeaving` does while the component is mounted. */
export function useLeaveQuestion(loss: () => Loss | undefined): void {
  const current = useEffectEvent(loss);
  useEffect(() => askBeforeLeaving(() => current()), []);
}
