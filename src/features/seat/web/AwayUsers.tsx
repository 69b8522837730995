import { listTime } from '#web/data/format.ts';
import type { BoardSeat } from './seatBoard.ts';

/** Maximum number of names shown. */
const named = 60;

/** Absent users who may claim warns, last left first. */
export function AwayUsers({ away }: { away: readonly BoardSeat[] }) {
  if (away.length === 0) return null;
  return (
    <section aria-label="不在坐席">
      <h3 className="text-[13px] font-normal text-text2 mb-1">
        不在坐席 <b className="text-text">{away.length}</b>
      </h3>
      <ul className="flex flex-wrap gap-y-1 gap-x-4 text-[13px]">
        {away.slice(0, named).map(({ id, seat, figures }) => (
          <li key={id} className="text-text2" title={`${listTime(seat.since)} 起`}>
            {seat.userName}
            {figures !== undefined && figures.taken > 0 && (
              <span className="text-text3"> 今日接警 {figures.taken}</span>
            )}
          </li>
        ))}
        {away.length > named && <li className="text-text3">等 {away.length} 人</li>}
      </ul>
    </section>
  );
}
