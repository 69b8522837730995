// exception: pages and blocks shown instead of a screen that cannot be shown.

import './exception.css';
import { Lock, MapPinOff, Activity as Pulse } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isAllowed, useSession } from '#web/api/session.ts';
import { logout } from '#web/api/sessionFlow.ts';
import { CopyButton } from '#web/message/CopyButton.tsx';
import { Button } from '#web/ui/Button.tsx';

interface ExceptionPageProps {
  /** Title of the refused or missing screen, if known. */
  screen?: string;
  /** Permission that the user would need. */
  permission?: string;
}

/**
 * /exception/403, 404 and 500: what happened, why, and what to do. `from` in the query is the route where it happened.
 */
export function ExceptionPage({ screen, permission }: ExceptionPageProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const from = query.get('from') ?? undefined;
  if (pathname.startsWith('/exception/403')) return <Forbidden screen={screen} permission={permission} from={from} />;
  if (pathname.startsWith('/exception/500')) return <Fault from={from} trace={query.get('trace') ?? undefined} />;
  return <NotFound from={from} />;
}

function Forbidden({ screen, permission, from }: ExceptionPageProps & { from?: string }) {
  const { user } = useSession();
  useComeBack(from);
  const roles = user?.roles.map((role) => role.name).join('、');
  return (
    <ExceptionCard sign={<Lock />} title={screen || from ? `没有「${screen ?? from}」的权限` : '没有权限'} code={40050}>
      <p>
        {roles && `当前角色：${roles}。`}
        {permission ? `需要权限「${permission}」，请联系管理员开通。` : '需要时请联系管理员开通。'}
      </p>
      <div className="max-md:[&_.button]:min-h-11 flex flex-wrap justify-center gap-2">
        <a className="button primary" href="#/index">
          返回首页
        </a>
        <Button onClick={() => void logout()}>切换账号</Button>
        {from && (
          <a className="button plain" href={`#${from}`}>
            再试一次
          </a>
        )}
      </div>
    </ExceptionCard>
  );
}

/** Returns to the requested screen as soon as the permission is granted. */
function useComeBack(from: string | undefined): void {
  const { routes } = useSession();
  const navigate = useNavigate();
  const allowed = from !== undefined && isAllowed(from.replace(/\?.*$/, ''), routes);
  // A screen that the menu allows but the server refuses is not retried in a loop.
  const missing = useRef(false);
  useEffect(() => {
    if (!allowed) missing.current = true;
    else if (missing.current) void navigate(from, { replace: true });
  }, [allowed, from, navigate]);
}

function NotFound({ from }: { from?: string }) {
  return (
    <ExceptionCard sign={<MapPinOff />} title="没有这个页面" code={404}>
      <p>{from ? `地址 ${from} 不存在，或者已经改名。` : '地址不存在，或者已经改名。'}告警接收不受影响。</p>
      <div className="max-md:[&_.button]:min-h-11 flex flex-wrap justify-center gap-2">
        <a className="button primary" href="#/index">
          返回首页
        </a>
      </div>
    </ExceptionCard>
  );
}

function Fault({ from, trace }: { from?: string; trace?: string }) {
  return (
    <ExceptionCard sign={<Pulse />} title="服务器返回异常" code={500} trace={trace}>
      <p>这一页没有取到。告警接收不受影响。</p>
      <div className="max-md:[&_.button]:min-h-11 flex flex-wrap justify-center gap-2">
        <a className="button primary" href={`#${from ?? '/index'}`}>
          重试
        </a>
        <a className="button" href="#/index">
          返回首页
        </a>
        {trace && <CopyButton text={trace} />}
      </div>
    </ExceptionCard>
  );
}

interface ExceptionCardProps {
  sign: ReactNode;
  title: string;
  code?: number;
  trace?: string;
  children: ReactNode;
}

/** Icon, title, text and exits: one card for exception pages and broken blocks. */
export function ExceptionCard({ sign, title, code, trace, children }: ExceptionCardProps) {
  return (
    <section
      className="exception flex flex-col items-center justify-center flex-1 gap-3 text-center bg-container min-h-full px-4 py-8"
      role="alert"
    >
      <div className="exception-sign" aria-hidden="true">
        {sign}
      </div>
      <h1 className="text-base leading-6">{title}</h1>
      {children}
      {trace && <p className="exception-code mono">trace {trace}</p>}
      {code && <p className="exception-code">错误码 {code}</p>}
    </section>
  );
}
