import '../exception/exception.css';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Mark } from '../Mark.tsx';
import { InvalidLink } from './InvalidLink.tsx';
import { TicketEntry } from './TicketEntry.tsx';

/** Queries of links that a later version makes; one that nobody made is invalid. */
const links = ['share', 'device'];

/** The public page: needs no login, is kept out of search engines and tells nothing about anybody. */
export function OpenPage() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  useEffect(keepOutOfSearch, []);
  if (query.has('ticket')) return <TicketEntry query={query} />;
  if (links.some((name) => query.has(name))) return <InvalidLink />;
  return (
    <main className="exception">
      <Mark size={40} />
      <h1>居家养老监护平台</h1>
      <p>有人按下，就有人应答。</p>
      <div className="exception-ways">
        <Link className="button primary" to="/login">
          登录
        </Link>
      </div>
    </main>
  );
}

function keepOutOfSearch(): () => void {
  const tag = document.createElement('meta');
  tag.name = 'robots';
  tag.content = 'noindex';
  document.head.append(tag);
  return () => tag.remove();
}
