import '#web/ui/page.css';
import { Suspense, useMemo } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { NavigationProgress } from '#web/core/progress.ts';
import { FaultBoundary } from '../exception/FaultBoundary.tsx';
import { ThemeProvider } from './antdTheme.tsx';
import { screenAt } from './features.ts';
import { LazyScreen } from './pages/LazyScreen.tsx';
import './shell.css';
import { patchedQuery, ScreenContext, type ScreenPage } from '#web/screen/screen.ts';

/** A screen without the shell and without a permission check: the walls. */
export default function Standalone() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const context = useMemo<ScreenPage>(() => {
    return {
      active: true,
      path: pathname,
      query: new URLSearchParams(search),
      setQuery: (patch) => {
        void navigate(`${pathname}?${patchedQuery(search, patch)}`, { replace: true });
      },
      // A wall has no forms and no user.
      draft: () => ({ read: () => undefined, write: () => undefined, clear: () => undefined }),
      setTitle: (title) => {
        document.title = `${title} · 安好`;
      },
    };
  }, [pathname, search, navigate]);
  const screen = screenAt(pathname);
  if (!screen) return <Navigate to={`/exception/404?from=${encodeURIComponent(pathname)}`} replace />;
  return (
    <ThemeProvider>
      <ScreenContext value={context}>
        <FaultBoundary name={screen.title}>
          <Suspense fallback={<NavigationProgress />}>
            <LazyScreen screen={screen} title={screen.title} />
          </Suspense>
        </FaultBoundary>
      </ScreenContext>
    </ThemeProvider>
  );
}
