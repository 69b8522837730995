import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { can, useSession } from '#web/api/session.ts';

const StaffingBar = lazy(() => import('./StaffingBar.tsx'));

/** Home, desk and seats: where a leader looks. The roster page shows the same by itself. */
const leaderPages = ['/index', '/warn/sos', '/warn/sos/seat'];

/** Above the pages of a leader: where nobody or too few are on duty. Nobody else loads it. */
export default function TopSlot() {
  useSession();
  const { pathname } = useLocation();
  if (!can('shift:edit') || !leaderPages.includes(pathname)) return null;
  return (
    <Suspense>
      <StaffingBar />
    </Suspense>
  );
}
