import './pages.css';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { accountPrefix, useSession } from '#web/api/session.ts';
import { NavigationProgress } from '#web/core/progress.ts';
import { dropTab, readTab, writeTab } from '#web/core/storage.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { type Draft, patchedQuery, ScreenContext, type ScreenPage } from '#web/screen/screen.ts';
import { FaultBoundary } from '../../exception/FaultBoundary.tsx';
import { screenAt } from '../features.ts';
import { entryAt } from '../menu/menu.ts';
import { PageDialogs } from '../PageDialogs.tsx';
import { ScreenTabs } from '../ScreenTabs.tsx';
import { LazyScreen } from './LazyScreen.tsx';
import { pages, updatePages } from './pageStore.ts';
import { addressOf, changePage, type Page } from './pages.ts';
import { useSavedScroll } from './useSavedScroll.ts';

/** One open page. Behind the front page it keeps its layout and scroll but is not reachable. */
export function PageFrame({ page, active }: { page: Page; active: boolean }) {
  const { menu } = useSession();
  // A changed label appears on every page at once.
  useDictionaryLists();
  const frame = useRef<HTMLElement>(null);
  const screen = screenAt(page.path);
  const title = page.title ?? entryAt(menu, page.path)?.node.name ?? screen?.title ?? '';
  const context = useScreenPage(page, active);
  useSavedScroll(frame, page.path);
  useEffect(() => {
    if (active) document.title = `${title} · 安好`;
  }, [active, title]);
  return (
    <section
      ref={frame}
      className="page stack on-container scroll cover"
      aria-label={title}
      data-path={page.path}
      data-active={active}
      inert={!active}
    >
      <ScreenContext value={context}>
        <FaultBoundary name={title}>
          <Suspense fallback={<NavigationProgress />}>
            <PageDialogs active={active}>
              <ScreenTabs path={page.path} />
              <LazyScreen screen={screen} title={title}>
                <h1 className="sr-only">{title}</h1>
              </LazyScreen>
            </PageDialogs>
          </Suspense>
        </FaultBoundary>
      </ScreenContext>
    </section>
  );
}

function useScreenPage({ path, query }: Page, active: boolean): ScreenPage {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      active,
      path,
      query: new URLSearchParams(query),
      setQuery: (patch) => {
        const search = patchedQuery(pages().open.find((page) => page.path === path)?.query ?? '', patch);
        updatePages((previous) => changePage(previous, path, { query: search }));
        if (isAt(path)) void navigate(addressOf({ path, query: search }), { replace: true });
      },
      draft: <T,>(key: string) => draftOf<T>(`${accountPrefix}draft.${path}.${key}`),
      setTitle: (title) => updatePages((previous) => changePage(previous, path, { title })),
    }),
    [active, path, query, navigate],
  );
}

/**
 * Returns whether the URL is this page's. The URL is ahead of the rendering: on a slow computer a page can be in front
 * after the user has left it, and must not navigate back.
 */
function isAt(path: string): boolean {
  return window.location.hash.slice(1).split('?')[0] === path;
}

function draftOf<T>(key: string): Draft<T> {
  return {
    read: () => readTab<T>(key),
    write: (value) => writeTab(key, value),
    clear: () => dropTab(key),
  };
}
