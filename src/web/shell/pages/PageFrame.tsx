import './pages.css';
import { ConfigProvider } from 'antd';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { byPosition } from '#shared/feature.ts';
import { accountPrefix, can, useSession } from '#web/api/session.ts';
import { NavigationProgress } from '#web/core/progress.ts';
import { dropTab, readTab, writeTab } from '#web/core/storage.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { type Draft, patchedQuery, ScreenContext, type ScreenPage } from '#web/screen/screen.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { FaultBoundary } from '../../exception/FaultBoundary.tsx';
import { screenAt, screens } from '../features.ts';
import { entryAt } from '../menu/menu.ts';
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
      className="page flex flex-col bg-container overflow-auto absolute inset-0"
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

/** Tabs of a group of screens that the user may open, above each of these screens; not on pages below them. */
function ScreenTabs({ path }: { path: string }) {
  const group = screenAt(path)?.group;
  const tabs = screens
    .filter((screen) => screen.group === group && (!screen.permission || can(screen.permission.key)))
    .sort(byPosition)
    .flatMap((screen) => Object.entries(screen.tabs ?? {}).map(([key, label]) => ({ key, label })));
  if (tabs.length < 2 || !tabs.some(({ key }) => key === path)) return null;
  return (
    <div className="flex items-center flex-none h-9 px-4 border-b border-line">
      <ViewTabs
        label={`${group}分类`}
        views={tabs}
        value={path}
        onChange={(key) => {
          location.hash = `#${key}`;
        }}
      />
    </div>
  );
}

/**
 * Gives a page's dialogs and popups their own container at the end of the body. Behind the front page they are hidden
 * with their input, so that another page's form never covers the desk that F2 opens.
 */
function PageDialogs({ active, children }: { active: boolean; children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  useLayoutEffect(() => {
    place.hidden = !active;
  }, [place, active]);
  return <ConfigProvider getPopupContainer={() => place}>{children}</ConfigProvider>;
}
