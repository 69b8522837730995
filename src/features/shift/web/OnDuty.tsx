import type { shiftApi } from '#features/shift/contract.ts';
import { seatStates } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { Strip } from '#web/ui/Strip.tsx';
import { Staffing } from './Staffing.tsx';
import { hoursOf } from './week.ts';

/** Users on the roster now, and gaps: no user or too few. */
export function OnDuty({ people: users, gaps, short }: OutputOf<typeof shiftApi.getOnDuty>) {
  return (
    <>
      <Staffing gaps={gaps} short={short} />
      <Strip className="flex-wrap" aria-label="当前值班">
        <b className="whitespace-nowrap">当前值班</b>
        {users.length === 0 && <span>没有人排班</span>}
        {users.map((user) => (
          <span key={user.id} className="whitespace-nowrap" title={`${user.shift} ${hoursOf(user)}`}>
            <span className="text-text">{user.userName}</span>
            {user.seat && <span className="text-text3"> {user.seat}号</span>}{' '}
            <span className={user.state === 'away' ? 'text-level1-text' : 'text-text2'}>{seatStates[user.state]}</span>
          </span>
        ))}
      </Strip>
    </>
  );
}
