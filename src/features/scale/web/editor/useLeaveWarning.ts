import { useEffect } from 'react';
import { beforeLogout } from '#web/core/logoutGuard.ts';
import { box } from '#web/message/message.tsx';

/** Asks before a logout, and lets the browser ask before it closes the page, while a scale is changed and not saved. */
export function useLeaveWarning(name: string, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const end = beforeLogout(() =>
      box.confirm('退出后没有保存的修改不会保留。', {
        ...{ title: `量表「${name || '未命名'}」还没有保存`, level: 'warning', ok: '放弃并退出' },
        ...{ cancel: '返回', danger: true },
      }),
    );
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => {
      end();
      window.removeEventListener('beforeunload', stay);
    };
  }, [name, isChanged]);
}
