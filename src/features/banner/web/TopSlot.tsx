import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { cacheEmergencyList } from '#features/emergencyList/web/service.ts';
import {
  claimAndOpen,
  claimNext,
  nextWarn,
  offeredMark,
  startWarns,
  useOpenWarn,
  useOpenWarns,
  type WarnRow,
} from '#features/warn/web/service.ts';
import { can, useSession } from '#web/api/session.ts';
import { startLive } from '#web/live/start.ts';
import { setMenuBadge } from '#web/shell/menu/badges.ts';
import { closeOverlays } from '#web/shell/overlay.ts';
import { useSound } from '#web/sound/sound.ts';
import { startAttention } from './attention.ts';
import { FalseRequestBar } from './FalseRequestBar.tsx';
import { LiveBar } from './LiveBar.tsx';
import { PhoneBanner } from './PhoneBanner.tsx';
import { SoundBar } from './SoundBar.tsx';
import { WarnBanner } from './WarnBanner.tsx';
import './banner.css';
import './bars.css';
import './low.css';
import { usePhone } from '#web/core/usePhone.ts';
import { useSteadyRows } from '#web/core/useSteadyRows.ts';
import { isAnnounced, ringLevel } from './ringing.ts';
import { useAlarmKeys } from './useAlarmKeys.ts';
import { useLogoutGuard } from './useLogoutGuard.tsx';

/** Maximum warns with a separate line in the banner above the queue. */
const fullBanner = 3;
/**
 * Delay before the emergency list is prefetched, ms, so that the page settles: without the server it would be too late.
 */
const cacheListDelayMs = 60_000;

/** Slot between header and tabs, over every mask: waiting warns, blocked sound, a lost stream. */
export default function TopSlot() {
  const { user } = useSession();
  const userId = user?.id ?? null;
  useEffect(() => {
    startLive();
    if (userId === null || !can('warn:list')) return;
    const end = startWarns();
    const timer = setTimeout(() => can('warn:judge') && cacheEmergencyList().catch(() => undefined), cacheListDelayMs);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [userId]);
  const bottom = useBannerBottom();
  return (
    <div className="top-slot relative" ref={bottom}>
      {can('warn:claim') && <WaitingWarns key={userId} userId={userId} />}
      <div className="top-bars">
        {can('warn:claim') && <SoundBar />}
        {can('warn:judge') && <FalseRequestBar />}
        <LiveBar />
      </div>
    </div>
  );
}

function WaitingWarns({ userId }: { userId: string | null }) {
  const openWarn = useOpenWarn();
  const open = useOpenWarns();
  const waiting = open.filter(isAnnounced);
  const shown = useSteadyRows(waiting);
  const { pathname, search } = useLocation();
  const phone = usePhone();
  const { status } = useSound();
  const claim = (row: WarnRow) => void claimAndOpen(row, openWarn);
  useEffect(() => startAttention(openWarn), [openWarn]);
  useEffect(() => {
    addEventListener('hashchange', uncoverWarn);
    return () => removeEventListener('hashchange', uncoverWarn);
  }, []);
  useAlarmKeys(() => void claimNext(userId, openWarn), status === 'ringing');
  useEffect(() => {
    setMenuBadge('/warn/sos', { count: waiting.length, urgent: true });
    return () => setMenuBadge('/warn/sos', null);
  }, [waiting.length]);
  const ownWarns = open.filter((row) => row.status === 'handling' && row.handlerId === userId);
  useLogoutGuard(ownWarns, openWarn);
  // Compact if the queue below needs the room: with many warns, or with a handled one.
  const compact = pathname === '/warn/sos' && (ownWarns.length > 0 || shown.length > fullBanner);
  return (
    <>
      {waiting.some((row) => ringLevel(row) === 1) && (
        <div className="alarm-frame max-md:hidden fixed pointer-events-none" aria-hidden="true" />
      )}
      {phone && shown[0] && (
        <PhoneBanner
          row={shown[0]}
          moreCount={shown.length - 1}
          offered={offeredMark(shown[0], userId)}
          spokenOnly={pathname === '/warn/sos' && !new URLSearchParams(search).has('id')}
          onClaim={claim}
        />
      )}
      {!phone && (
        <WarnBanner
          rows={shown}
          compact={compact}
          nextId={nextWarn(open, userId)?.id}
          userId={userId}
          onClaim={claim}
        />
      )}
    </>
  );
}

/** Removes whatever covers a warn that a push or a link opens. */
function uncoverWarn(): void {
  if (/^#\/warn\/sos\?id=/.test(location.hash)) closeOverlays();
}

/** Publishes the bottom edge of banner, bars and notices as a CSS variable, 0 without them: dialogs begin below it. */
function useBannerBottom() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const all = element?.parentElement;
    if (!element || !all) return;
    const root = document.documentElement;
    const watch = new ResizeObserver(() => {
      const { height, bottom } = all.getBoundingClientRect();
      const bars = element.lastElementChild?.clientHeight ?? 0;
      root.style.setProperty('--banner-bottom', `${height > 0 || bars > 0 ? bottom : 0}px`);
    });
    watch.observe(all);
    // On a phone the bars overlay the header and do not change the slot's height.
    if (element.lastElementChild) watch.observe(element.lastElementChild);
    return () => {
      watch.disconnect();
      root.style.removeProperty('--banner-bottom');
    };
  }, []);
  return ref;
}
