import { lazy, Suspense, useCallback, useState } from 'react';
import { EmergencyButton } from '#features/emergencyList/web/service.ts';
import { seatApi } from '#features/seat/contract.ts';
import { warnApi } from '#features/warn/contract.ts';
import {
  isWaiting,
  loadWarns,
  type RowDialogAction,
  useOpenWarn,
  useOpenWarns,
  type WarnRow,
} from '#features/warn/web/service.ts';
import { can, useSession } from '#web/api/session.ts';
import { slotLoader } from '#web/screen/Slots.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { AwayUsers } from './AwayUsers.tsx';
import { assign, takeOver } from './actions.ts';
import { FalseRequests } from './FalseRequests.tsx';
import { type SeatActions, SeatTile } from './SeatTile.tsx';
import { SingleOperatorNotice } from './SingleOperatorNotice.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import './seat.css';
import { useSteadyRows } from '#web/core/useSteadyRows.ts';
import { assignableSeats, type BoardSeat, seatBoardOf, seatTotals } from './seatBoard.ts';
import { WaitingWarns } from './WaitingWarns.tsx';

const RowDialog = lazy(slotLoader('warnDialog'));

/** 坐席: the seats, the waiting warns, and the leader's actions: 指派, 接管, answers to 误报 requests (domain.md 8). */
export default function SeatScreen() {
  const seats = useCall(seatApi.getSeatList, {}, { live: 'seats' });
  const figures = useCall(warnApi.getSeatFigures, {}, { live: 'warns' });
  const open = useOpenWarns();
  const self = useSession().user?.id ?? null;
  const openWarn = useOpenWarn();
  const [action, setAction] = useState<{ row: WarnRow; action: RowDialogAction } | null>(null);
  const close = useCallback(() => setAction(null), []);
  const { present, away } = seatBoardOf(seats.data ?? [], open, figures.data);
  const tiles = useSteadyRows(present);
  const show = (row: WarnRow) => openWarn(row.id);
  const canAssign = can('warn:claim');
  const leads = canAssign && can('warn:lead');
  const transfer = (row: WarnRow) => setAction({ row, action: 'transfer' });
  const actionsOf = ({ id }: BoardSeat): SeatActions => ({
    open: show,
    takeOver: leads && self !== null && id !== self ? (row) => void takeOver(row, self, openWarn) : undefined,
    transfer: leads || (canAssign && id === self) ? transfer : undefined,
  });
  return (
    <div className="seat-screen flex flex-col min-h-0 bg-container h-full">
      <Toolbar as="header" className="flex-wrap sticky top-0 z-1 bg-container">
        <h2 className="text-base font-bold whitespace-nowrap">坐席</h2>
        <p className="flex flex-wrap gap-x-4 text-[13px] text-text2">
          {seats.data &&
            seatTotals(present).map(([label, count]) => (
              <span key={label}>
                {label} <b className="text-text">{count}</b>
              </span>
            ))}
        </p>
        <EmergencyButton />
        <a className="button" href="#/warn/sos">
          告警队列
        </a>
      </Toolbar>
      <StaleNotice cards={[seats, figures]} />
      <SingleOperatorNotice present={present} />
      <FalseRequests
        open={open}
        onOpen={show}
        onAnswer={(row, accept) => setAction({ row, action: accept ? 'acceptFalse' : 'refuseFalse' })}
      />
      <div className="seat-wall">
        <WaitingWarns
          waiting={open.filter(isWaiting)}
          seats={seats.data ?? []}
          receivers={assignableSeats(present, self)}
          onAssign={canAssign ? (row, seat) => void assign(row, seat).then(seats.reload) : undefined}
          onTransfer={transfer}
          onOpen={show}
        />
        <section className="p-3" aria-label="坐席状态">
          {seats.data === undefined && seats.problem === undefined && <Skeleton lines={[0, 0, 0]} />}
          {seats.data && present.length === 0 && (
            <p className="text-text2 mb-3">没有人在坐席，新告警没有人可以指派。</p>
          )}
          <ul className="seat-grid mb-4">
            {tiles.map((tile) => (
              <SeatTile key={tile.id} tile={tile} actions={actionsOf(tile)} />
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
