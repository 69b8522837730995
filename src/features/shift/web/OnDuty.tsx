import type { shiftApi } from '#features/shift/contract.ts';
import { seatStates } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { listTime } from '#web/data/format.ts';
import { Strip } from '#web/ui/Strip.tsx';
import { hoursOf } from './week.ts';

const reasons = { no_roster: '没有人排班', nobody_there: '排班的人都不在坐席' } as const;

/** Who is on the roster now, and where nobody is. */
export function OnDuty({ people, gaps }: OutputOf<typeof shiftApi.getOnDuty>) {
  return (
    <>
      {gaps.map(({ projectId, projectName, reason, since }) => (
        <Strip key={projectId} tone="urgent" role="alert">
          <b className="nowrap">无人值班</b> {projectName}：{reasons[reason]}，自 {listTime(since)}
        </Strip>
      ))}
      <Strip className="wrap" aria-label="当前值班">
        <b className="nowrap">当前值班</b>
        {people.length === 0 && <span>没有人排班</span>}
        {people.map((one) => (
          <span key={one.id} className="nowrap" title={`${one.shift} ${hoursOf(one)}`}>
            <span className="ink">{one.userName}</span>
            {one.seat && <span className="faint"> {one.seat}号</span>}{' '}
            <span className={one.state === 'away' ? 'red' : 'soft'}>{seatStates[one.state]}</span>
          </span>
        ))}
      </Strip>
    </>
  );
}
