import { ChevronDown } from 'lucide-react';
import { offeredMark, subjectName, useRung, type WarnRow } from '#features/warn/web/service.ts';
import { seatStates, type WarnLevel } from '#shared/codes.ts';
import { useSession } from '#web/api/session.ts';
import { useSteadyRows } from '#web/core/useSteadyRows.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { Wait } from './SeatTile.tsx';
import type { BoardSeat } from './seatBoard.ts';
import type { Seat } from './seatStore.ts';

interface Props {
  waiting: readonly WarnRow[];
  seats: readonly Seat[];
  /** Seats to which a warn can be assigned at once. */
  receivers: readonly BoardSeat[];
  /** Absent: the viewer may not assign. */
  onAssign?: ((row: WarnRow, seat: Seat) => void) | undefined;
  /** Opens the form that transfers to any user or department. */
  onTransfer: (row: WarnRow) => void;
  onOpen: (row: WarnRow) => void;
}

/** Maximum number of rows; the desk's queue shows more. */
const shown = 50;

/** Waiting warns, and 指派: to a seat with one press, or by the form to any user. */
export function WaitingWarns({ waiting, ...rest }: Props) {
  const rows = useSteadyRows(waiting.slice(0, shown));
  return (
    <section className="seat-waiting p-3 border-r border-line bg-s2" aria-label="待接警">
      <h3 className="text-[13px] font-normal text-text2 mb-2">
        待接警 <b className="text-text">{waiting.length}</b>
      </h3>
      {waiting.length === 0 && <p className="text-[13px] text-text3">没有人在等待</p>}
      <ul>
        {rows.map((row) => (
          <WaitingWarn key={row.id} row={row} {...rest} />
        ))}
      </ul>
      {waiting.length > shown && <p className="text-[13px] text-text3">另有 {waiting.length - shown} 条，见告警队列</p>}
    </section>
  );
}

function WaitingWarn({
  row,
  seats,
  receivers,
  onAssign,
  onTransfer,
  onOpen,
}: Omit<Props, 'waiting'> & { row: WarnRow }) {
  const who = subjectName(row);
  const name = seats.find(({ userId }) => userId === row.offeredTo)?.userName;
  const offered = offeredMark(row, useSession().user?.id ?? null) ?? (name && `已指派 ${name}`);
  const menu = onAssign && {
    items: [
      ...receivers.map(({ id, seat, warns }) => ({
        key: id,
        label: seat.userName,
        extra: warns.length > 0 ? `处理中 ${warns.length}` : seatStates[seat.state],
        onClick: () => onAssign(row, seat),
      })),
      ...(receivers.length > 0 ? [{ type: 'divider' as const }] : []),
      { key: 'other', label: '其他人或部门…', onClick: () => onTransfer(row) },
    ],
  };
  return (
    <li
      className={`seat-alarm level${row.level} mb-2 p-3 rounded-lg border border-line bg-container relative overflow-hidden`}
      data-warn-id={row.id}
    >
      <p className="flex items-center gap-2">
        <LevelSign level={row.level as WarnLevel} size={15} decorative={false} />
        <b className="flex-none seat-name overflow-hidden text-ellipsis whitespace-nowrap">{who}</b>
        <span className="flex-1 truncate text-[13px] text-text2">{warnTypes[row.type]}</span>
        <Wait row={row} />
      </p>
      <Next row={row} offered={offered} />
      <p className="max-md:[&_.button]:min-h-11 flex items-center gap-3 mt-1.5">
        <Button kind="link" className="max-md:min-h-11" aria-label={`打开 ${who}`} onClick={() => onOpen(row)}>
          打开
        </Button>
        {menu && (
          <span className="ml-auto">
            <MenuButton menu={menu} placement="bottomRight">
              <Button className="h-7 inline-flex items-center whitespace-nowrap" aria-label={`指派 ${who}`}>
                指派 <ChevronDown size={14} aria-hidden />
              </Button>
            </MenuButton>
          </span>
        )}
      </p>
    </li>
  );
}

/** User that the warn is offered to, and the next rung. */
function Next({ row, offered }: { row: WarnRow; offered: string | undefined }) {
  const parts = [offered, row.overdue && '已超时', useRung(row)];
  const text = parts.filter(Boolean).join(' · ');
  return (
    <p className={`empty:hidden text-xs leading-4.5 ${row.overdue ? 'text-level1-text' : 'text-text2'}`}>{text}</p>
  );
}
