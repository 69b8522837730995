import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { can, useSession } from '#web/api/session.ts';

const StaffingBar = lazy(() => import('./StaffingBar.tsx'));

/** Pages of a leader: home, desk and seats. The roster page shows the gaps by itself. */
const leaderPages = ['/index', '/warn/sos', '/warn/sos/seat'];

/** Staffing gaps above the pages of a leader; loaded for leaders only. */
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
