import { fullTime } from '#web/data/format.ts';
import type { Problem } from './rowsState.ts';

/** The rows are old and say so: a reload behind the reader's back failed. */
export function StaleBar({ problem, at, onRetry }: { problem: Problem; at: number | undefined; onRetry: () => void }) {
  const since = at === undefined ? '' : `，下面是 ${fullTime(new Date(at).toISOString()).slice(11)} 的数据`;
  return (
    <div className="stale-bar" role="status">
      {problem.msg}
      {since}
      <button type="button" className="link" onClick={onRetry}>
        重试
      </button>
    </div>
  );
}
