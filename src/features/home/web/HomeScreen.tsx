import './home.css';
import './lists.css';
import { useRef } from 'react';
import { can } from '#web/api/session.ts';
import { useCall } from '#web/screen/useCall.ts';
import { homeApi, homeWork } from '../contract.ts';
import { EntryCards } from './EntryCards.tsx';
import { FollowUps } from './FollowUps.tsx';
import { HomeSearch } from './HomeSearch.tsx';
import { HourChart } from './HourChart.tsx';
import { NoticeCard } from './NoticeCard.tsx';
import { OfflineDevices } from './OfflineDevices.tsx';
import { QueueCards } from './QueueCards.tsx';
import { SeatCard } from './SeatCard.tsx';
import { isNew, SetupChecklist } from './SetupChecklist.tsx';
import { Tiles } from './Tiles.tsx';
import { TodoCards } from './TodoCards.tsx';
import { useHome } from './useHome.ts';
import { WatchCard } from './WatchCard.tsx';

/** Home page (picture 10): the queue, the viewer's alarms, the seat, today's figures, and the work lists. */
export default function HomeScreen() {
  return (
    <div className="home p-4 bg-bg flex flex-col flex-1 min-h-0 gap-3 overflow-auto">
      {can('warn:list') ? <WarnHome /> : <Entries />}
    </div>
  );
}

function Entries() {
  return (
    <>
      <HomeSearch />
      <EntryCards />
    </>
  );
}

/**
 * Shows the setup steps of a new platform, then the viewer's open work. The desk is for viewers who handle or lead
 * customers' alarms.
 */
function WarnHome() {
  const ownWork = Object.values(homeWork).some(({ permission }) => can(permission));
  const home = useHome();
  const desk = !ownWork || can('warn:add');
  const { data: counts } = useCall(homeApi.getHomeSetup, {}, { live: 'polled', enabled: desk });
  return (
    <>
      {desk && isNew(counts) && <SetupChecklist counts={counts} />}
      {ownWork && (
        <div className="home-works grid gap-3">
          <TodoCards card={home('work')} />
        </div>
      )}
      {desk ? <Desk home={home} /> : <StaffDesk home={home} />}
    </>
  );
}

/** Returns the current turn of a viewer who claims alarms; null without one, undefined while loading. */
function useTurn() {
  const canClaim = can('warn:claim');
  const { data } = useCall(homeApi.getHomeShift, {}, { live: 'warns', enabled: canClaim });
  return canClaim ? data?.turn : null;
}

/** Page below the work of device and health staff: their claimed alarms, offline devices and the search. */
function StaffDesk({ home }: { home: ReturnType<typeof useHome> }) {
  const turn = useTurn();
  const canViewOffline = can('home:offline');
  const offline = useCall(homeApi.getHomeOffline, {}, { live: 'polled', enabled: canViewOffline });
  return (
    <>
      {can('warn:claim') && (
        <div className="home-top grid gap-3">
          <QueueCards card={home('queue')} mine={home('mine')} />
          <SeatCard turn={turn} />
        </div>
      )}
      <div className="home-lower grid items-start gap-3">
        <div className="grid min-w-0 gap-3">{canViewOffline && <OfflineDevices card={offline} />}</div>
        <div className="grid min-w-0 gap-3">
          <HomeSearch />
        </div>
      </div>
    </>
  );
}

function Desk({ home }: { home: ReturnType<typeof useHome> }) {
  const turn = useTurn();
  const lower = useRef<HTMLDivElement>(null);
  const canViewOffline = can('home:offline');
  const [today, followUp] = [home('today'), home('followUp')];
  const offline = useCall(homeApi.getHomeOffline, {}, { live: 'polled', enabled: canViewOffline });
  const showOffline = () => {
    const card = lower.current?.querySelector<HTMLElement>('.home-offline');
    card?.scrollIntoView({ block: 'nearest' });
    card?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="home-top grid gap-3">
        <QueueCards card={home('queue')} mine={home('mine')} />
        {can('warn:claim') && <SeatCard turn={turn} />}
      </div>
      <Tiles today={today} followUp={followUp} offline={canViewOffline ? offline : undefined} onOffline={showOffline} />
      <div className="home-lower grid items-start gap-3" ref={lower}>
        <div className="grid min-w-0 gap-3">
          <FollowUps card={followUp} />
          {canViewOffline && <OfflineDevices card={offline} />}
        </div>
        <div className="grid min-w-0 gap-3">
          {turn && <WatchCard card={home('watch')} />}
          <HourChart card={today} />
          {turn && <NoticeCard />}
          <HomeSearch />
        </div>
      </div>
    </>
  );
}
