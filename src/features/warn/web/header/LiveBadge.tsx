import { listTime } from '#web/data/format.ts';
import { useLiveState } from '#web/live/live.ts';
import { isLost } from '#web/live/protocol.ts';

const words = { live: '实时', connecting: '连接中', down: '已断开', ended: '登录已失效' } as const;

/** 实时 with a green dot, as long as the stream gives signs of life. */
export function LiveBadge() {
  const { state, lastBeat } = useLiveState();
  const beat = lastBeat > 0 ? `${listTime(new Date(lastBeat).toISOString())} 收到心跳` : '还没有收到心跳';
  return (
    <span
      className={`live-badge ${isLost(state) ? 'down' : state} inline gap-8 nowrap soft`}
      role="status"
      title={beat}
      data-live={state}
    >
      <i aria-hidden="true" />
      {words[state]}
    </span>
  );
}
