import { lazy, Suspense, useEffect, useRef } from 'react';
import { HashRouter, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { NavigationProgress } from '#web/core/progress.ts';
import { useChunk } from '#web/core/useChunk.ts';
import { ExceptionPage } from '#web/exception/ExceptionPage.tsx';
import { FaultBoundary } from '#web/exception/FaultBoundary.tsx';
import { ReloginHost } from '#web/login/Relogin.tsx';
import { thirdPartyIn } from '#web/login/thirdParty.ts';
import { MessageHost } from '#web/message/MessageHost.tsx';
import { isOpenRoute } from '#web/shell/route.ts';
import { shellChunk } from '#web/shell/shellChunk.ts';

const Standalone = lazy(() => import('#web/shell/Standalone.tsx'));
/** The login page belongs to its feature and stands in the first chunk: it is what an empty cache waits for. */
const [LoginPage] = Object.values(
  import.meta.glob<React.ComponentType>('../../features/*/web/LoginPage.tsx', { eager: true, import: 'default' }),
);

const [loadOpenPage] = Object.values(
  import.meta.glob<{ default: React.ComponentType }>('../../features/*/web/OpenPage.tsx'),
);
const OpenPage = loadOpenPage && lazy(loadOpenPage);

/** The root: the pages that need no session, and the shell for all others. */
export function App() {
  return (
    <FaultBoundary>
      <HashRouter>
        <FollowLogout />
        <Suspense fallback={<NavigationProgress />}>
          <Routes>
            {LoginPage && <Route path="/login" element={<LoginPage />} />}
            {OpenPage && <Route path="/open" element={<OpenPage />} />}
            <Route path="/large_screen_monitoring/*" element={<Standalone />} />
            <Route path="/" element={<Start />} />
            <Route path="*" element={<Inside />} />
          </Routes>
        </Suspense>
      </HashRouter>
      <ReloginHost />
      <MessageHost />
    </FaultBoundary>
  );
}

/** A logout, here or in another tab, leads to /login from wherever it happens; the public pages stay. */
function FollowLogout() {
  const { token } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const previousToken = useRef(token);
  useEffect(() => {
    const ended = previousToken.current !== undefined && token === undefined;
    previousToken.current = token;
    if (ended && !isOpenRoute(pathname)) void navigate('/login', { replace: true });
  }, [token, navigate, pathname]);
  return null;
}

/** `/` leads to /index; another system that sends people to `/` means the login page. */
function Start() {
  const { search } = useLocation();
  if (thirdPartyIn(location)) return <Navigate to={`/login${search}`} replace />;
  return <Navigate to="/index" replace />;
}

/**
 * Without a token every other route is the login page. Exception pages need no session; with one they stand in the same
 * shell as the screens, so that an alarm's banner is never lost and no screen is drawn anew.
 */
function Inside() {
  const { token } = useSession();
  const { pathname } = useLocation();
  if (token) return <WithShell />;
  return pathname.startsWith('/exception/') ? <ExceptionPage /> : <Navigate to="/login" replace />;
}

function WithShell() {
  const Shell = useChunk(shellChunk);
  return Shell ? <Shell /> : <NavigationProgress />;
}
