import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { ApiError, send } from '#web/api/request.ts';
import { enterSession, type LoginAnswer } from '#web/api/sessionFlow.ts';
import { InvalidLink } from './InvalidLink.tsx';

/** Used once: React's double effects in development must not spend it twice. */
const spent = new Map<string, Promise<void>>();

function enterOnce(query: URLSearchParams): Promise<void> {
  const ticket = query.get('ticket') ?? '';
  const input = Object.fromEntries(['ticket', 'appid', 'ts', 'sign'].map((name) => [name, query.get(name) ?? '']));
  const entry =
    spent.get(ticket) ?? send<LoginAnswer>('POST', '/api/oauth2/openTicket', input, { open: true }).then(enterSession);
  spent.set(ticket, entry);
  return entry;
}

/** An application's server sent this person here with a signed ticket: it becomes a session, then the wanted screen opens. */
export function TicketEntry({ query }: { query: URLSearchParams }) {
  const [state, setState] = useState<'asking' | 'in' | 'refused'>('asking');
  const [text] = useState(() => query.toString());
  useEffect(() => {
    enterOnce(new URLSearchParams(text)).then(
      () => setState('in'),
      // With a second step the login page asks for it, and leads to the screen afterwards.
      (error: unknown) => setState(error instanceof ApiError && error.status === 403 ? 'in' : 'refused'),
    );
  }, [text]);
  if (state === 'refused') return <InvalidLink />;
  if (state === 'in') return <Navigate to={safeRoute(query.get('url'))} replace />;
  return (
    <main className="exception stack centered middle fill gap-12 center on-container whole-page" aria-busy="true">
      <p>正在核对来源…</p>
    </main>
  );
}

/** Only a route of this page: a link must not lead anywhere else. */
function safeRoute(url: string | null): string {
  return url && /^\/[a-z0-9_/-]*(\?[^#]*)?$/i.test(url) && !url.startsWith('//') ? url : '/';
}
