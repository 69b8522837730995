import type { shiftApi } from '#features/shift/contract.ts';
import { seatStates } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { Strip } from '#web/ui/Strip.tsx';
import { Staffing } from './Staffing.tsx';
import { hoursOf } from './week.ts';

/** Who is on the roster now, and where nobody or too few are. */
export function OnDuty({ people, gaps, short }: OutputOf<typeof shiftApi.getOnDuty>) {
  return (
    <>
      <Staffing gaps={gaps} short={short} />
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
