import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { seatStates } from '#shared/codes.ts';
import { useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { askNotification, notificationState } from '#web/live/desktopNotification.ts';
import { useLiveState } from '#web/live/live.ts';
import { isLost } from '#web/live/protocol.ts';
import { useCall } from '#web/screen/useCall.ts';
import { playSample, unlockSound, useSound } from '#web/sound/sound.ts';
import { Button } from '#web/ui/Button.tsx';
import { homeApi } from '../contract.ts';
import { Card } from './Card.tsx';
import { hoursText, leftText } from './format.ts';
import { HandOver, ShiftSheets, type Turn } from './ShiftSheets.tsx';

/**
 * Current turn with its sheets, the seat's self-check, and who else is online. Without a turn, or while it is unknown,
 * only the seat.
 */
export function SeatCard({ turn }: { turn: Turn | null | undefined }) {
  const card = useCall(homeApi.getHomeSeat, {}, { live: 'polled' });
  const { user } = useSession();
  const extension = user?.extension && <span className="text-xs text-text3">分机 {user.extension}</span>;
  return (
    <Card
      title={turn ? `${turn.shift} ${hoursText(turn)}` : '席位自检'}
      card={{ ...card, data: card.data ?? [], problem: undefined }}
      note={
        turn ? (
          <>
            <TimeLeft until={turn.until} />
            {extension}
          </>
        ) : (
          extension
        )
      }
      action={turn && <HandOver sheets={turn.sheets} />}
    >
      {(users) => (
        <div>
          {turn && <ShiftSheets sheets={turn.sheets} />}
          <ul className="flex flex-wrap gap-y-1 gap-x-4 mt-3 mb-2 text-[13px]">
            <Sound />
            <Live />
            <Notice />
          </ul>
          <p className="flex flex-wrap gap-x-3 text-xs text-text2">
            同班：
            {card.data === undefined && card.problem !== undefined && '没有取到'}
            {card.data?.length === 0 && '没有其他坐席在线'}
            {users.map(({ id, name, handling, state }) => (
              <span key={id}>
                {name} {handling > 0 ? `处理中 ${handling}` : state === 'away' ? '未上席' : seatStates[state]}
              </span>
            ))}
          </p>
        </div>
      )}
    </Card>
  );
}

function TimeLeft({ until }: Pick<Turn, 'until'>) {
  const ms = Date.parse(until) - useNow(15_000);
  return <span className="text-xs text-text2">{ms > 0 ? `剩 ${leftText(ms)}` : '已到点'}</span>;
}

function Good({ children }: { children: string }) {
  return (
    <li className="flex items-center gap-1">
      <Check className="text-success" size={14} strokeWidth={2.5} aria-label="正常" /> {children}
    </li>
  );
}

function Sound() {
  const { allowed } = useSound();
  if (!allowed) {
    return (
      <li className="flex items-center gap-1 font-bold text-level2-text">
        <TriangleAlert size={14} aria-hidden="true" /> 声音未开启
        <Button kind="link" className="font-normal text-xs" onClick={unlockSound}>
          开启
        </Button>
      </li>
    );
  }
  return (
    <li className="flex items-center gap-1">
      <Check className="text-success" size={14} strokeWidth={2.5} aria-label="正常" /> 声音
      <Button kind="link" className="font-normal text-xs" onClick={playSample}>
        试听
      </Button>
    </li>
  );
}

function Live() {
  const { state } = useLiveState();
  if (state === 'live') return <Good>实时通道</Good>;
  return (
    <li className="flex items-center gap-1 font-bold text-level2-text">
      <TriangleAlert size={14} aria-hidden="true" /> {isLost(state) ? '实时通道已断开' : '实时通道连接中'}
    </li>
  );
}

const lacking = {
  denied: '桌面通知被拒绝',
  default: '桌面通知未开启',
  missing: '无桌面通知（需 HTTPS）',
} as const;

function Notice() {
  const [state, setState] = useState(notificationState);
  if (state === 'granted') return <Good>桌面通知</Good>;
  return (
    <li className="flex items-center gap-1 font-bold text-level2-text">
      <TriangleAlert size={14} aria-hidden="true" /> {lacking[state]}
      {state === 'default' && (
        <Button kind="link" className="font-normal text-xs" onClick={() => void askNotification().then(setState)}>
          开启
        </Button>
      )}
    </li>
  );
}
