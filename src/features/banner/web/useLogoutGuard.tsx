import { Fragment, useEffect, useEffectEvent } from 'react';
import { flushDrafts, subjectName, type WarnRow } from '#features/warn/web/service.ts';
import { beforeLogout } from '#web/core/logoutGuard.ts';
import { isOnlyTab } from '#web/live/client.ts';
import { box } from '#web/message/message.tsx';

/**
 * Warns a user with handled warns before leaving: at logout they release or hand over, and the browser asks before the
 * last tab closes. Drafts stay with the warn.
 */
export function useLogoutGuard(warns: readonly WarnRow[], openWarn: (id: string) => void): void {
  const ask = useEffectEvent(async () => {
    await flushDrafts();
    const [first] = warns;
    if (!first) return true;
    const sure = await box.confirm(
      <>
        {warns.map((row, index) => (
          <Fragment key={row.id}>
            {index > 0 && '、'}
            {subjectName(row)} <span className="whitespace-nowrap">{row.no}</span>
          </Fragment>
        ))}
        。退出后回到待处理并重新响铃，已填的内容留给下一位。要指定接手的人，请先转派。
      </>,
      { title: `手上还有 ${warns.length} 条告警`, level: 'warning', ok: '释放并退出', cancel: '去转派', danger: true },
    );
    if (!sure) openWarn(first.id);
    return sure;
  });
  const stay = useEffectEvent((event: BeforeUnloadEvent) => {
    void flushDrafts();
    if (warns.length > 0 && isOnlyTab()) event.preventDefault();
  });
  useEffect(() => {
    const end = beforeLogout(() => ask());
    const unload = (event: BeforeUnloadEvent) => stay(event);
    window.addEventListener('beforeunload', unload);
    return () => {
      end();
      window.removeEventListener('beforeunload', unload);
    };
  }, []);
}
