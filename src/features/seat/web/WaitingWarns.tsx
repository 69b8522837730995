import { ChevronDown } from 'lucide-react';
import { offeredMark, subjectName, useRung, type WarnRow } from '#features/warn/web/service.ts';
import { seatStates, type WarnLevel } from '#shared/codes.ts';
import { useSession } from '#web/api/session.ts';
import { useSteadyRows } from '#web/core/useSteadyRows.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
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
    <section className="seat-waiting pad-12 line-right on-s2" aria-label="待接警">
      <h3 className="f13 regular soft below-8">
        待接警 <b className="ink">{waiting.length}</b>
      </h3>
      {waiting.length === 0 && <p className="f13 faint">没有人在等待</p>}
      <ul>
        {rows.map((row) => (
          <WaitingWarn key={row.id} row={row} {...rest} />
        ))}
      </ul>
      {waiting.length > shown && <p className="f13 faint">另有 {waiting.length - shown} 条，见告警队列</p>}
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
      className={`seat-alarm level${row.level} below-8 pad-12 framed-lg on-container relative hide`}
      data-warn-id={row.id}
    >
      <p className="row gap-8">
        <LevelSign level={row.level as WarnLevel} size={15} decorative={false} />
        <b className="rigid seat-name ellipsis nowrap">{who}</b>
        <span className="fill clip f13 soft">{warnTypes[row.type]}</span>
        <Wait row={row} />
      </p>
      <Next row={row} offered={offered} />
      <p className="touch row gap-12 above-6">
        <LinkButton className="touched" aria-label={`打开 ${who}`} onClick={() => onOpen(row)}>
          打开
        </LinkButton>
        {menu && (
          <span className="push">
            <MenuButton menu={menu} placement="bottomRight">
              <button type="button" className="button high-28 inline nowrap" aria-label={`指派 ${who}`}>
                指派 <ChevronDown size={14} aria-hidden />
              </button>
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
  return <p className={`if-any f12 l18 ${row.overdue ? 'red' : 'soft'}`}>{text}</p>;
}
