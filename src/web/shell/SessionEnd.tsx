import { Clock } from 'lucide-react';
import { useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { Strip } from '#web/ui/Strip.tsx';

/** How long before the end of a login the user is notified, ms. */
const noticeBeforeMs = 10 * 60_000;

/** A line before the end of a login: the login dialog will open in place, so the user can keep working. */
export function SessionEnd() {
  const { user } = useSession();
  const now = useNow(15_000);
  const ends = user?.sessionEndsAt;
  const remainingMs = ends ? Date.parse(ends) - now : Number.NaN;
  if (!ends || !(remainingMs > 0 && remainingMs <= noticeBeforeMs)) return null;
  return (
    <Strip role="status">
      <Clock size={14} aria-hidden />
      本次登录 {fullTime(ends).slice(11, 16)} 到时，届时在原处重新输入密码；手上的告警和已填的内容都会保留。
    </Strip>
  );
}
