import { Clock } from 'lucide-react';
import type { WarnDetail } from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { waiting } from '#web/data/format.ts';
import { useLiveState } from '#web/live/live.ts';
import { isLost } from '#web/live/protocol.ts';
import { Callout } from '#web/ui/Callout.tsx';

/** Returns when the wait for the next rung began: the last step before it, or the reception. */
function begun(detail: WarnDetail): number {
  return detail.steps.reduce((last, step) => Math.max(last, Date.parse(step.at)), Date.parse(detail.receivedAt));
}

/** Next action of the ladder with its countdown; nothing without a rung, or while the line is lost. */
export function NextRung({ detail }: { detail: WarnDetail }) {
  const now = useNow(1000);
  const { state } = useLiveState();
  const { nextRung, nextRungIf, nextRungAt } = detail;
  if (nextRung === null || nextRungAt === null || isLost(state)) return null;
  const sentence = nextRungIf === null ? nextRung : `${nextRungIf}则${nextRung}`;
  const due = Date.parse(nextRungAt);
  const remainingMs = due - now;
  if (remainingMs <= 0) return null;
  const part = Math.min(1, remainingMs / Math.max(1000, due - begun(detail)));
  return (
    <Callout tone="warn" className="next-rung flex-none" role="timer" aria-label={sentence}>
      <span className="next-rung-text flex gap-1 text-[13px] leading-4">
        <Clock className="flex-none" size={14} aria-hidden="true" />
        {sentence}
      </span>
      <span className="next-rung-left flex items-center gap-2">
        <b className="text-[22px] leading-6.5">{waiting(remainingMs)}</b>
        <i aria-hidden="true">
          <i className="block h-full" style={{ width: `${part * 100}%` }} />
        </i>
      </span>
    </Callout>
  );
}
