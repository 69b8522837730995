import './home.css';
import './lists.css';
import { useRef } from 'react';
import { can } from '#web/session.ts';
import { homeApi } from '../contract.ts';
import { EntryCards } from './EntryCards.tsx';
import { Find } from './Find.tsx';
import { FollowUps } from './FollowUps.tsx';
import { HourChart } from './HourChart.tsx';
import { OfflineDevices } from './OfflineDevices.tsx';
import { QueueCards } from './QueueCards.tsx';
import { SeatCard } from './SeatCard.tsx';
import { isNew, Setup } from './Setup.tsx';
import { Tiles } from './Tiles.tsx';
import { useCard } from './useCard.ts';

/** Where the day begins (picture 10): who waits, what is mine, the seat, today's figures, and the lists to work through. */
export default function HomeScreen() {
  return <div className="home">{can('warn:list') ? <Desk /> : <EntryCards />}</div>;
}

function Desk() {
  const lower = useRef<HTMLDivElement>(null);
  const sees = can('home:offline');
  const setup = useCard(homeApi.getHomeSetup);
  const followUp = useCard(homeApi.getHomeFollowUp, { live: true });
  const offline = useCard(homeApi.getHomeOffline, { wanted: sees });
  const showOffline = () => {
    const card = lower.current?.querySelector<HTMLElement>('.home-offline');
    card?.scrollIntoView({ block: 'nearest' });
    card?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="home-top">
        <QueueCards />
        {can('warn:claim') && <SeatCard />}
      </div>
      {isNew(setup.data) ? (
        <Setup counts={setup.data} />
      ) : (
        <>
          <Tiles followUp={followUp} offline={sees ? offline : undefined} onOffline={showOffline} />
          <div className="home-lower" ref={lower}>
            <div className="home-lists">
              <FollowUps card={followUp} />
              {sees && <OfflineDevices card={offline} />}
            </div>
            <div className="home-side">
              <HourChart />
              <Find />
            </div>
          </div>
        </>
      )}
    </>
  );
}
