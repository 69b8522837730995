import { Strip } from '#web/ui/Strip.tsx';
import type { BoardSeat } from './seatBoard.ts';

/** Explains what changes while only one user is at a seat (domain.md 8.10). */
export function SingleOperatorNotice({ present }: { present: readonly BoardSeat[] }) {
  const [operator, ...others] = present.filter(({ seat }) => seat.onDuty);
  if (!operator || others.length > 0) return null;
  return (
    <Strip>
      <span className="flex-1">
        只有 <b className="text-text">{operator.seat.userName}</b>{' '}
        一人在岗：不自动派单；过一半时限没有接警，就用项目的全部渠道通知本人和班长
      </span>
    </Strip>
  );
}
