import { subjectName, type WarnRow } from '#features/warn/web/service.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { useNow } from '#web/core/now.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import { fullTime, waiting } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { type BoardSeat, isForsaken, seatLabel, sinceOf } from './seatBoard.ts';
import { seatDots, seatTone } from './seatTone.ts';

export interface SeatActions {
  open: (row: WarnRow) => void;
  /** Absent without permission, and for the viewer's own seat. */
  takeOver?: ((row: WarnRow) => void) | undefined;
  transfer?: ((row: WarnRow) => void) | undefined;
}

/** Seat with its state and since when, handled warns, and today's figures. */
export function SeatTile({ tile, actions }: { tile: BoardSeat; actions: SeatActions }) {
  const { seat, warns, figures } = tile;
  const forsaken = isForsaken(tile);
  const tone = forsaken ? 'away' : seatTone(seat, warns.length);
  const amber = tone === 'busy' || tone === 'break' || tone === 'wrap_up';
  return (
    <li
      className={`seat-tile ${forsaken ? 'forsaken' : ''} flex flex-col gap-2 p-3 rounded-lg border border-line bg-container`}
      data-user-id={seat.userId}
    >
      <p className="flex items-center gap-2 text-[13px]">
        <i className={`${seatDots[tone]} ${amber ? 'text-level2-text' : ''}`} aria-hidden="true" />
        <b className={forsaken ? 'text-level1-text' : 'text-text'}>{seatLabel(tile)}</b>
        <Since tile={tile} />
      </p>
      <p className="flex items-baseline gap-2">
        <b className="text-base leading-6 truncate" title={seat.userName}>
          {seat.userName}
        </b>
        {seat.extension !== null && (
          <span className="ml-auto text-[13px] text-text3 whitespace-nowrap">分机 {seat.extension}</span>
        )}
      </p>
      <ul className="flex-1 *:not-first:border-t *:not-first:border-line">
        {warns.map((row) => (
          <HandledWarn key={row.id} row={row} actions={actions} />
        ))}
        {warns.length === 0 && <li className="text-[13px] text-text3">没有在手的告警</li>}
      </ul>
      <DescriptionList
        className="pt-2 border-t border-line"
        columns={4}
        term={0}
        facts={[
          ['今日接警', text(figures?.taken)],
          ['呼叫', text(figures?.calls)],
          ['误报', text(figures?.falseCount)],
          ['在手', text(warns.length)],
        ]}
      />
    </li>
  );
}

const text = (count: number | undefined) => (count === undefined ? undefined : String(count));

/** Duration of the state, or the remaining time of 整理. */
function Since({ tile }: { tile: BoardSeat }) {
  const now = useNow(1000);
  const { until } = tile.seat;
  const since = sinceOf(tile);
  const showsRemaining = until !== null && tile.warns.length === 0;
  return (
    <time className="ml-auto text-text2" title={`${fullTime(since)} 起`}>
      {showsRemaining ? `还剩 ${waiting(Date.parse(until) - now)}` : waiting(now - Date.parse(since))}
    </time>
  );
}

/** Handled warn of the seat: customer, time since it rang, last step, and the leader's actions. */
function HandledWarn({ row, actions }: { row: WarnRow; actions: SeatActions }) {
  const { open, takeOver, transfer } = actions;
  const who = subjectName(row);
  return (
    <li className="py-1" data-warn-id={row.id}>
      <button
        type="button"
        className="max-md:min-h-11 flex items-center gap-2 w-full text-left"
        aria-label={`打开 ${who} ${warnTypes[row.type]}`}
        onClick={() => open(row)}
      >
        <LevelSign level={row.level as WarnLevel} size={15} decorative={false} />
        <b className="flex-none seat-name overflow-hidden text-ellipsis whitespace-nowrap">{who}</b>
        <span className="flex-1 truncate text-[13px] text-text2">{warnTypes[row.type]}</span>
        <Wait row={row} />
      </button>
      <p className="flex items-center gap-3 text-[13px] text-text2">
        <span className="flex-1 truncate" title={row.progress ?? undefined}>
          {row.progress}
        </span>
        {takeOver && (
          <Button kind="link" className="max-md:min-h-11" aria-label={`接管 ${who}`} onClick={() => takeOver(row)}>
            接管…
          </Button>
        )}
        {transfer && (
          <Button kind="link" className="max-md:min-h-11" aria-label={`转派 ${who}`} onClick={() => transfer(row)}>
            转派…
          </Button>
        )}
      </p>
    </li>
  );
}

/** Time since the warn was received. */
export function Wait({ row }: { row: WarnRow }) {
  const now = useNow(1000);
  return (
    <time className="font-bold text-text" aria-hidden="true" title={`${fullTime(row.receivedAt, row.timeZone)} 收到`}>
      {waiting(now - Date.parse(row.receivedAt))}
    </time>
  );
}
