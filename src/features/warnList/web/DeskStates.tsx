import { Activity, Bell, SearchX } from 'lucide-react';
import { useUnanswered, useWarnCounts } from '#features/warn/web/service.ts';
import type { ApiError } from '#web/api/request.ts';
import { duration, listTime } from '#web/data/format.ts';
import { useLiveState } from '#web/live/live.ts';
import { toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

function LiveLine() {
  const { state, since, lastBeat } = useLiveState();
  const unanswered = useUnanswered();
  if (state === 'live') {
    return (
      <p className="flex items-center gap-2 text-[13px] text-success">
        <i className="dot" aria-hidden="true" />
        实时通道正常，{listTime(new Date(lastBeat).toISOString())} 收到心跳
      </p>
    );
  }
  const text = {
    down: `实时已断开，从 ${listTime(new Date(since).toISOString())} 起${unanswered ? '服务器没有应答' : '每 5 秒轮询'}`,
    ended: `登录已失效，从 ${listTime(new Date(since).toISOString())} 起收不到告警`,
    connecting: '正在连接实时通道',
  }[state];
  return (
    <p className="flex items-center gap-2 text-[13px] text-level1-text">
      <i className="dot hollow" aria-hidden="true" />
      {text}
    </p>
  );
}

/** Empty desk: no warn waits and none is chosen; shows figures as proof. */
export function DeskEmpty({ waiting }: { waiting: number }) {
  // Null until the counts are loaded; the queue does not depend on them.
  const last = useWarnCounts()?.last;
  return (
    <Empty className="desk-state flex-1 justify-center p-6">
      <Bell size={44} strokeWidth={1.2} className="text-text3" aria-hidden="true" />
      <h2 className="text-lg leading-6.5 text-text">{waiting === 0 ? '没有人在等待' : `${waiting} 人在等待`}</h2>
      {waiting > 0 && (
        <p className="key-hint">
          按 <kbd>F2</kbd> 接最急的一条，<kbd>J</kbd> <kbd>K</kbd> 在队列里上下
        </p>
      )}
      {waiting === 0 && last && (
        <p>
          最近一条 {listTime(last.createdAt)} {last.customerName ?? '未登记'}，{duration(last.responseSeconds)}接警
        </p>
      )}
      {waiting === 0 && last === null && (
        <p>还没有收到过告警。按一次已绑定的手表即可试报，电话求助用右上角的「登记告警」。</p>
      )}
      <LiveLine />
    </Empty>
  );
}

/** State for a warn that is missing or out of scope; the two are not distinguished. */
export function DeskRefused({ onBack }: { onBack: () => void }) {
  return (
    <Empty className="desk-state flex-1 justify-center p-6" role="alert">
      <SearchX size={44} strokeWidth={1.2} className="text-text3" aria-hidden="true" />
      <h2 className="text-lg leading-6.5 text-text">告警不存在或不在你的范围</h2>
      <p>可能已转给其他部门，队列照常接收。</p>
      <Button kind="primary" onClick={onBack}>
        返回队列
      </Button>
    </Empty>
  );
}

/** State for a detail that failed to load: what happened, what still works, what to do. */
export function DeskBroken({ problem, onRetry }: { problem: ApiError; onRetry: () => void }) {
  const trace = problem.traceId;
  return (
    <Empty className="desk-state flex-1 justify-center p-6" role="alert">
      <Activity size={44} strokeWidth={1.2} className="text-text3" aria-hidden="true" />
      <h2 className="text-lg leading-6.5 text-text">{problem.msg}</h2>
      <p>这条告警的资料没有取到。告警接收不受影响。</p>
      <div className="flex items-center gap-2">
        <Button kind="primary" onClick={onRetry}>
          重试 <kbd>R</kbd>
        </Button>
        {trace !== undefined && (
          <Button
            kind="plain"
            onClick={() =>
              navigator.clipboard?.writeText(trace).then(
                () => toast.success('编号已复制'),
                () => toast.warning('浏览器不允许复制'),
              )
            }
          >
            复制编号
          </Button>
        )}
      </div>
      {trace !== undefined && <p className="mono quiet">trace {trace}</p>}
    </Empty>
  );
}

/** Widths of the bars that begin the columns, px. */
const bars = [64, 180, 220, 200, 140, 180, 90];

/** Grey placeholders for the columns; shown after 200 ms, so that a quick answer does not flash. */
export function DeskSkeleton() {
  return (
    <div className="desk-skeleton grid flex-1" role="status" aria-label="加载中…">
      {['person', 'middle', 'calls'].map((column) => (
        <Skeleton key={column} lines={bars} className="gap-4" />
      ))}
    </div>
  );
}
