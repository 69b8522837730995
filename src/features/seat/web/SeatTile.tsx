import { subjectName, type WarnRow } from '#features/warn/web/service.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { useNow } from '#web/core/now.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import { fullTime, waiting } from '#web/data/format.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
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
      className={`seat-tile ${forsaken ? 'forsaken' : ''} stack gap-8 pad-12 framed-lg on-container`}
      data-user-id={seat.userId}
    >
      <p className="row gap-8 f13">
        <i className={`${seatDots[tone]} ${amber ? 'amber' : ''}`} aria-hidden="true" />
        <b className={forsaken ? 'red' : 'ink'}>{seatLabel(tile)}</b>
        <Since tile={tile} />
      </p>
      <p className="row baseline gap-8">
        <b className="f16 l24 clip" title={seat.userName}>
          {seat.userName}
        </b>
        {seat.extension !== null && <span className="push f13 faint nowrap">分机 {seat.extension}</span>}
      </p>
      <ul className="fill parted">
        {warns.map((row) => (
          <HandledWarn key={row.id} row={row} actions={actions} />
        ))}
        {warns.length === 0 && <li className="f13 faint">没有在手的告警</li>}
      </ul>
      <DescriptionList
        className="pad-top-8 line-above"
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
    <time className="push soft" title={`${fullTime(since)} 起`}>
      {showsRemaining ? `还剩 ${waiting(Date.parse(until) - now)}` : waiting(now - Date.parse(since))}
    </time>
  );
}

/** Handled warn of the seat: customer, time since it rang, last step, and the leader's actions. */
function HandledWarn({ row, actions }: { row: WarnRow; actions: SeatActions }) {
  const { open, takeOver, transfer } = actions;
  const who = subjectName(row);
  return (
    <li className="pad-y-4" data-warn-id={row.id}>
      <button
        type="button"
        className="touched row gap-8 full-width left"
        aria-label={`打开 ${who} ${warnTypes[row.type]}`}
        onClick={() => open(row)}
      >
        <LevelSign level={row.level as WarnLevel} size={15} decorative={false} />
        <b className="rigid seat-name ellipsis nowrap">{who}</b>
        <span className="fill clip f13 soft">{warnTypes[row.type]}</span>
        <Wait row={row} />
      </button>
      <p className="row gap-12 f13 soft">
        <span className="fill clip" title={row.progress ?? undefined}>
          {row.progress}
        </span>
        {takeOver && (
          <LinkButton className="touched" aria-label={`接管 ${who}`} onClick={() => takeOver(row)}>
            接管…
          </LinkButton>
        )}
        {transfer && (
          <LinkButton className="touched" aria-label={`转派 ${who}`} onClick={() => transfer(row)}>
            转派…
          </LinkButton>
        )}
      </p>
    </li>
  );
}

/** Time since the warn was received. */
export function Wait({ row }: { row: WarnRow }) {
  const now = useNow(1000);
  return (
    <time className="bold ink" aria-hidden="true" title={`${fullTime(row.receivedAt, row.timeZone)} 收到`}>
      {waiting(now - Date.parse(row.receivedAt))}
    </time>
  );
}
