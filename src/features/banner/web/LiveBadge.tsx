import { listTime } from '#web/data/format.ts';
import { useLiveState } from '#web/live/live.ts';
import { isLost } from '#web/live/protocol.ts';

const labels = { live: '实时', connecting: '连接中', down: '已断开', ended: '登录已失效' } as const;

const looks = { live: 'dot text-success', connecting: 'dot hollow text-text3', down: 'dot square' } as const;

/** 实时 with a green dot while the stream is alive. */
export function LiveBadge() {
  const { state, lastBeat } = useLiveState();
  const shown = isLost(state) ? 'down' : state === 'live' ? 'live' : 'connecting';
  const beat = lastBeat > 0 ? `${listTime(new Date(lastBeat).toISOString())} 收到心跳` : '还没有收到心跳';
  return (
    <span
      className={`live-badge ${shown} inline-flex items-center gap-2 whitespace-nowrap ${shown === 'down' ? 'text-level1-text' : 'text-text2'}`}
      role="status"
      title={beat}
      data-live={state}
    >
      <i className={looks[shown]} aria-hidden="true" />
      {labels[state]}
    </span>
  );
}
