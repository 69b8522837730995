import { useEffect, useLayoutEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { refreshExpiry } from '#web/api/sessionFlow.ts';
import { startProgress } from '#web/core/progress.ts';
import { ExceptionPage } from '../../exception/ExceptionPage.tsx';
import { permissionTitle, screenAt } from '../features.ts';
import { entryAt } from '../menu/menu.ts';
import { PageFrame } from './PageFrame.tsx';
import { updatePages, usePages } from './pageStore.ts';
import { bringToFront, changePage } from './pages.ts';
import { routeAccess } from './routeAccess.ts';

/** The open pages: the one of the URL in front, the others mounted behind it. */
export function OpenPages() {
  const { pathname, search } = useLocation();
  const { menu, routes } = useSession();
  const { open, mounted } = usePages();
  const access = routeAccess(pathname, routes);

  useLayoutEffect(() => {
    if (access === 'open') updatePages((previous) => bringToFront(previous, pathname, search.slice(1)));
  }, [access, pathname, search]);
  useEffect(() => {
    window.addEventListener('popstate', followAddress);
    return () => window.removeEventListener('popstate', followAddress);
  }, []);
  useEffect(() => announce(pathname), [pathname]);

  const from = encodeURIComponent(pathname + search);
  if (access === 'missing') return <Navigate to={`/exception/404?from=${from}`} replace />;
  if (access === 'forbidden') return <Navigate to={`/exception/403?from=${from}`} replace />;
  const stays = (path: string) => path === pathname || entryAt(menu, path)?.node.cache !== false;
  return (
    <div className="pages flex-1 min-h-0 bg-container relative">
      {open
        .filter(({ path }) => mounted.includes(path) && stays(path) && routeAccess(path, routes) === 'open')
        .map((page) => (
          <PageFrame key={page.path} page={page} active={page.path === pathname} />
        ))}
      {access === 'exception' && <Exception search={search} />}
    </div>
  );
}

function Exception({ search }: { search: string }) {
  const query = new URLSearchParams(search);
  const screen = screenAt(query.get('from')?.replace(/\?.*$/, '') ?? '');
  useEffect(() => {
    document.title = '安好';
  }, []);
  return (
    <ExceptionPage
      screen={screen?.title}
      permission={permissionTitle(query.get('right')) ?? screen?.permission?.title}
    />
  );
}

/**
 * Follows back, forward and typed addresses. A page that just changed its query is ahead of the router's state, so a
 * step back to that state would be no change for the router.
 */
function followAddress(): void {
  const [path, query = ''] = window.location.hash.slice(1).split('?');
  updatePages((previous) => {
    const page = previous.open.find((candidate) => candidate.path === path);
    return page && page.query !== query ? changePage(previous, page.path, { query }) : previous;
  });
}

/** Shows the progress bar on each navigation, if only briefly, and checks the session's expiry. */
function announce(_path: string): () => void {
  const end = startProgress();
  void refreshExpiry(Date.now());
  const frame = requestAnimationFrame(end);
  return () => {
    cancelAnimationFrame(frame);
    end();
  };
}
