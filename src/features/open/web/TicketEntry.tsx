import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { ApiError, send } from '#web/api/request.ts';
import { enterSession, type LoginAnswer } from '#web/api/sessionFlow.ts';
import { InvalidLink } from './InvalidLink.tsx';

/** Tickets used here: each once, also with React's double effects in development. */
const spent = new Map<string, Promise<void>>();

function enterOnce(query: URLSearchParams): Promise<void> {
  const ticket = query.get('ticket') ?? '';
  const input = Object.fromEntries(['ticket', 'appid', 'ts', 'sign'].map((name) => [name, query.get(name) ?? '']));
  const entry =
    spent.get(ticket) ?? send<LoginAnswer>('POST', '/api/oauth2/openTicket', input, { open: true }).then(enterSession);
  spent.set(ticket, entry);
  return entry;
}

/** Entry by an app's signed ticket: creates a session, then opens the requested screen. */
export function TicketEntry({ query }: { query: URLSearchParams }) {
  const [state, setState] = useState<'asking' | 'in' | 'refused'>('asking');
  const [text] = useState(() => query.toString());
  useEffect(() => {
    enterOnce(new URLSearchParams(text)).then(
      () => setState('in'),
      // With two-step login the login page asks for the code, then opens the screen.
      (error: unknown) => setState(error instanceof ApiError && error.status === 403 ? 'in' : 'refused'),
    );
  }, [text]);
  if (state === 'refused') return <InvalidLink />;
  if (state === 'in') return <Navigate to={safeRoute(query.get('url'))} replace />;
  return (
    <main
      className="exception flex flex-col items-center justify-center flex-1 gap-3 text-center bg-container min-h-full px-4 py-8"
      aria-busy="true"
    >
      <p>正在核对来源…</p>
    </main>
  );
}

/** Returns a route of this site only: a link must not lead elsewhere. */
function safeRoute(url: string | null): string {
  return url && /^\/[a-z0-9_/-]*(\?[^#]*)?$/i.test(url) && !url.startsWith('//') ? url : '/';
}
