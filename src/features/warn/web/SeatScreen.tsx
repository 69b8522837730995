import { lazy, Suspense, useCallback, useState } from 'react';
import { seatApi } from '#features/seat/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import { can, useSession } from '#web/api/session.ts';
import { useCardData } from '#web/screen/useCardData.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import type { WarnRow } from './desk/types.ts';
import type { RowDeed } from './list/RowDialog.tsx';
import { AwayUsers } from './seat/AwayUsers.tsx';
import { assign, takeOver } from './seat/actions.ts';
import { EmergencyButton } from './seat/EmergencyButton.tsx';
import { FalseRequests } from './seat/FalseRequests.tsx';
import { type CaseDeeds, SeatTile } from './seat/SeatTile.tsx';
import { SingleOperatorNotice } from './seat/SingleOperatorNotice.tsx';
import { StaleNotice } from './seat/StaleNotice.tsx';
import './seat/seat.css';
import { type BoardSeat, receivers, seatBoardOf, totals } from './seat/seatBoard.ts';
import { WaitingWarns } from './seat/WaitingWarns.tsx';
import { useOpenWarn } from './useOpenWarn.ts';
import { useSteadyRows } from './useSteadyRows.ts';
import { isWaiting } from './warnRows.ts';
import { loadWarns, useOpenWarns } from './warnStore.ts';

const RowDialog = lazy(() => import('./list/RowDialog.tsx'));

/** 坐席: how each seat stands, who waits, and what a leader does about it: 指派, 接管, and the word on 误报 (domain.md 8). */
export default function SeatScreen() {
  const seats = useCardData(seatApi.getSeatList, { live: 'seats' });
  const figures = useCardData(warnApi.getSeatFigures, { live: true });
  const open = useOpenWarns();
  const self = useSession().user?.id ?? null;
  const openWarn = useOpenWarn();
  const [action, setDeed] = useState<{ row: WarnRow; action: RowDeed } | null>(null);
  const close = useCallback(() => setDeed(null), []);
  const { present: there, away } = seatBoardOf(seats.data ?? [], open, figures.data);
  const tiles = useSteadyRows(there);
  const show = (row: WarnRow) => openWarn(row.id);
  const gives = can('warn:claim');
  const leads = gives && can('warn:lead');
  const transfer = (row: WarnRow) => setDeed({ row, action: 'transfer' });
  const deedsOf = ({ id }: BoardSeat): CaseDeeds => ({
    open: show,
    takeOver: leads && self !== null && id !== self ? (row) => void takeOver(row, self, openWarn) : undefined,
    transfer: leads || (gives && id === self) ? transfer : undefined,
  });
  return (
    <div className="seat-screen stack low on-container full-height">
      <Toolbar as="header" className="wrap at-top on-container">
        <h2 className="f16 bold nowrap">坐席</h2>
        <p className="flex wrap gap-x-16 f13 soft">
          {seats.data &&
            totals(there).map(([word, n]) => (
              <span key={word}>
                {word} <b className="ink">{n}</b>
              </span>
            ))}
        </p>
        <EmergencyButton />
        <a className="button" href="#/warn/sos">
          告警队列
        </a>
      </Toolbar>
      <StaleNotice cards={[seats, figures]} />
      <SingleOperatorNotice present={there} />
      <FalseRequests
        open={open}
        onOpen={show}
        onAnswer={(row, accept) => setDeed({ row, action: accept ? 'acceptFalse' : 'refuseFalse' })}
      />
      <div className="seat-wall">
        <WaitingWarns
          waiting={open.filter(isWaiting)}
          seats={seats.data ?? []}
          receivers={receivers(there, self)}
          onAssign={gives ? (row, seat) => void assign(row, seat).then(seats.retry) : undefined}
          onTransfer={transfer}
          onOpen={show}
        />
        <section className="pad-12" aria-label="坐席状态">
          {seats.data === undefined && !seats.lost && <Skeleton lines={[0, 0, 0]} />}
          {seats.data && there.length === 0 && <p className="soft below-12">没有人在坐席，新告警没有人可以指派。</p>}
          <ul className="seat-grid below-16">
            {tiles.map((one) => (
              <SeatTile key={one.id} tile={one} actions={deedsOf(one)} />
            ))}
          </ul>
          <AwayUsers away={away} />
        </section>
      </div>
      {action && (
        <Suspense fallback={null}>
          <RowDialog {...action} onClose={close} onChanged={() => void loadWarns()} onOpen={openWarn} />
        </Suspense>
      )}
    </div>
  );
}
