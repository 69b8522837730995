import '../exception/exception.css';
import { Link2Off } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Plate } from '../exception/ExceptionPage.tsx';
import { Mark } from '../Mark.tsx';

/** Queries that carry a link made for one purpose (domain.md 10.2). */
const links = ['ticket', 'share', 'device'];

/** The public page: needs no login, is kept out of search engines and tells nothing about anybody. */
export function OpenPage() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  useEffect(keepOutOfSearch, []);
  if (links.some((name) => query.has(name))) {
    return (
      <Plate sign={<Link2Off />} title="链接无效或已过期">
        <p>请向发给你链接的人索取新的链接。</p>
        <div className="exception-ways">
          <Link className="button" to="/login">
            登录
          </Link>
        </div>
      </Plate>
    );
  }
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
