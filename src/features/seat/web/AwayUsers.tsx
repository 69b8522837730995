import { listTime } from '#web/data/format.ts';
import type { BoardSeat } from './seatBoard.ts';

/** Maximum number of names shown. */
const named = 60;

/** Absent users who may claim warns, last left first. */
export function AwayUsers({ away }: { away: readonly BoardSeat[] }) {
  if (away.length === 0) return null;
  return (
    <section aria-label="不在坐席">
      <h3 className="f13 regular soft below-4">
        不在坐席 <b className="ink">{away.length}</b>
      </h3>
      <ul className="flex wrap gap-y-4 gap-x-16 f13">
        {away.slice(0, named).map(({ id, seat, figures }) => (
          <li key={id} className="soft" title={`${listTime(seat.since)} 起`}>
            {seat.userName}
            {figures !== undefined && figures.taken > 0 && <span className="faint"> 今日接警 {figures.taken}</span>}
          </li>
        ))}
        {away.length > named && <li className="faint">等 {away.length} 人</li>}
      </ul>
    </section>
  );
}
