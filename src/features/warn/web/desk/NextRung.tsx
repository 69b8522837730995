import { Clock } from 'lucide-react';
import { useNow } from '#web/core/now.ts';
import { waiting } from '#web/data/format.ts';
import { Note } from '#web/ui/Note.tsx';
import { rungSentence } from './rungSentence.ts';
import type { WarnDetail } from './types.ts';

/** When the wait for the next rung began: the last step before it, or the reception. */
function begun(detail: WarnDetail): number {
  return detail.steps.reduce((last, step) => Math.max(last, Date.parse(step.at)), Date.parse(detail.receivedAt));
}

/** What the ladder does next by itself, and in how long; nothing when no rung is due. */
export function NextRung({ detail }: { detail: WarnDetail }) {
  const now = useNow(1000);
  const sentence = rungSentence(detail);
  if (sentence === null || detail.nextRungAt === null) return null;
  const due = Date.parse(detail.nextRungAt);
  const left = Math.max(0, due - now);
  const part = Math.min(1, left / Math.max(1000, due - begun(detail)));
  return (
    <Note tone="warn" className="next-rung rigid" role="timer" aria-label={sentence}>
      <span className="row gap-4 nowrap f13 hide" title={sentence}>
        <Clock size={14} aria-hidden="true" />
        {sentence}
      </span>
      <span className="next-rung-left row gap-8">
        <b className="f22 l26">{waiting(left)}</b>
        <i aria-hidden="true">
          <i className="block full-height" style={{ width: `${part * 100}%` }} />
        </i>
      </span>
    </Note>
  );
}
