import { Phone, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { EmergencyList } from '#features/emergencyList/web/service.ts';
import { useUnanswered } from '#features/warn/web/service.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { useSteadyValue } from '#web/core/steadyValue.ts';
import { waiting } from '#web/data/format.ts';
import { reconnectLive } from '#web/live/client.ts';
import { useLiveState } from '#web/live/live.ts';
import { useOverlayClose } from '#web/shell/overlay.ts';
import { Button } from '#web/ui/Button.tsx';

/** Length of an interruption after which the printable list is offered, ms (look.md 6). */
const emergencyAfter = 60_000;

/** Bar for a lost stream: since when, what still works, what to do. */
export function LiveBar() {
  const { state, since } = useLiveState();
  const [listOpen, setListOpen] = useState(false);
  useOverlayClose(() => setListOpen(false));
  const down = useSteadyValue(state === 'down');
  return (
    <>
      {state === 'ended' && <EndedBar since={since} />}
      {down && <DownBar since={since} onList={() => setListOpen(true)} />}
      {listOpen && <EmergencyList onClose={() => setListOpen(false)} />}
    </>
  );
}

/** Bar after the session has ended: polling has stopped too, only a login brings the warns back. */
function EndedBar({ since }: { since: number }) {
  useNow(1000);
  return (
    <div className="live-bar bg-level1-tint flex items-center gap-2.5 text-level1-text" role="alert">
      <WifiOff size={16} aria-hidden="true" />
      <b>
        登录已失效，实时已断开 <span aria-hidden="true">{waiting(Date.now() - since)}</span>
      </b>
      <span className="bar-note">新告警此刻收不到，重新登录后立即补上</span>
    </div>
  );
}

function DownBar({ since, onList }: { since: number; onList: () => void }) {
  // The length is measured with the local clock at both ends.
  useNow(1000);
  const unanswered = useUnanswered();
  const down = Date.now() - since;
  return (
    <div className="live-bar bg-level1-tint flex items-center gap-2.5 text-level1-text" role="status">
      <WifiOff size={16} aria-hidden="true" />
      <b>
        实时已断开 <span aria-hidden="true">{waiting(down)}</span>
      </b>
      <span className="bar-note">
        {unanswered ? '服务器没有应答，新告警此刻收不到；每 5 秒再试' : '每 5 秒轮询，告警可能晚 5 秒到'}
      </span>
      {down > emergencyAfter && <EmergencyWay onList={onList} />}
      <Button className="ml-auto h-7" onClick={reconnectLive}>
        立即重连
      </Button>
    </div>
  );
}

/** Only leaders may print unmasked numbers; other users see a hint to ask them. */
function EmergencyWay({ onList }: { onList: () => void }) {
  if (!can('warn:judge')) return <span className="bar-note">应急名单由班长打印</span>;
  return (
    <Button kind="plain" className="h-7" onClick={onList}>
      <Phone size={14} aria-hidden="true" /> 应急名单<span>（高风险老人与电话，可打印）</span>
    </Button>
  );
}
