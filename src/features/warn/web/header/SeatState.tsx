import { can, useSession } from '#web/session.ts';
import { useOpenWarns } from '../warnStore.ts';

/** Whether this person handles something, and the extension where one is set. */
export function SeatState() {
  const { user } = useSession();
  const open = useOpenWarns();
  if (!user || !can('warn:claim')) return null;
  const cases = open.filter((row) => row.status === 'handling' && row.handlerId === user.id).length;
  return (
    <span className={cases > 0 ? 'seat-state busy' : 'seat-state'}>
      <i aria-hidden="true" />
      {cases > 0 ? `处理中 ${cases}` : '空闲'}
      {user.extension !== null && <span>分机 {user.extension}</span>}
    </span>
  );
}
