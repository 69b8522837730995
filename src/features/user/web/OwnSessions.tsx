import { Button } from 'antd';
import { Monitor, Smartphone } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText, withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { useNow } from '#web/core/now.ts';
import { ago, fullTime } from '#web/data/format.ts';
import { box } from '#web/message/message.tsx';
import { userApi } from '../contract.ts';

type Session = OutputOf<typeof userApi.getUserSessionList>[number];

/** Open sessions of the viewer; each can be ended. */
export function OwnSessions() {
  const [sessions, setSessions] = useState<Session[]>();
  const [problem, setProblem] = useState<string>();
  const now = useNow(10_000);
  const read = useCallback(() => {
    callApi(userApi.getUserSessionList, {}).then(
      (list) => {
        setSessions(list);
        setProblem(undefined);
      },
      (error: unknown) => setProblem(problemText(error)),
    );
  }, []);
  useEffect(read, [read]);
  const end = async (session: Session) => {
    const sure = await box.confirm(`结束在 ${session.device}（${session.ip}）的登录？那里未保存的内容会丢失。`, {
      ok: '结束登录',
      danger: true,
      closeOnHashChange: false,
    });
    if (sure) await withToast(() => callApi(userApi.deleteUserSession, { id: session.id }), { done: '登录已结束' });
    read();
  };
  return (
    <section aria-label="登录设备">
      <h3 className="title-line mb-1 leading-6">登录设备{sessions && <small>{sessions.length}</small>}</h3>
      {problem && (
        <p className="mt-3 mb-3" role="alert">
          登录设备没有取到。{problem} <Button onClick={read}>重试</Button>
        </p>
      )}
      <ul className="[&_svg]:text-text3">
        {(sessions ?? []).map((session) => (
          <li className="flex items-center gap-3 border-t border-line py-2.5" key={session.id}>
            {/Android|iPhone|鸿蒙|微信/.test(session.device) ? (
              <Smartphone size={18} aria-hidden />
            ) : (
              <Monitor size={18} aria-hidden />
            )}
            <div className="flex flex-col flex-1 min-w-0">
              <strong className="inline-flex items-center gap-1.5">
                {session.device}
                {session.current && (
                  <em className="font-normal not-italic text-xs leading-4.5 text-primary-text px-1.5 rounded-sm bg-primary-bg">
                    本次登录
                  </em>
                )}
              </strong>
              <span className="text-xs text-text3" title={`登录于 ${fullTime(session.startedAt)}`}>
                {session.ip} · {session.place} · {session.current ? '正在使用' : ago(now - Date.parse(session.at))}
              </span>
            </div>
            {!session.current && <Button onClick={() => void end(session)}>结束</Button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
