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
/** The login page of its feature; it is in the first chunk, because an empty cache waits for it. */
const [LoginPage] = Object.values(
  import.meta.glob<React.ComponentType>('../../features/*/web/LoginPage.tsx', { eager: true, import: 'default' }),
);

const [loadOpenPage] = Object.values(
  import.meta.glob<{ default: React.ComponentType }>('../../features/*/web/OpenPage.tsx'),
);
const OpenPage = loadOpenPage && lazy(loadOpenPage);

/** The root: pages without a session, and the shell for all others. */
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

/** Navigates to /login after a logout in this or another tab; public pages stay. */
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

/** Redirects `/` to /index; a third-party login request at `/` goes to the login page. */
function Start() {
  const { search } = useLocation();
  if (thirdPartyIn(location)) return <Navigate to={`/login${search}`} replace />;
  return <Navigate to="/index" replace />;
}

/**
 * Shows the login page on every other route without a token. Exception pages need no session; with a session they are
 * drawn in the shell, so that the warn banner stays and no screen is drawn again.
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
