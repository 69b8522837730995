import { fullTime } from '#web/data/format.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import type { Problem } from './rowsState.ts';

/** Notice that the rows are old because a background reload failed. */
export function StaleBar({ problem, at, onRetry }: { problem: Problem; at: number | undefined; onRetry: () => void }) {
  const since = at === undefined ? '' : `，下面是 ${fullTime(new Date(at).toISOString()).slice(11)} 的数据`;
  return (
    <Strip tone="warn" role="status">
      {problem.msg}
      {since}
      <LinkButton onClick={onRetry}>重试</LinkButton>
    </Strip>
  );
}
