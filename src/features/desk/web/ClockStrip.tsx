import { Check, TriangleAlert } from 'lucide-react';
import type { WarnDetail } from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { type ClockCell, clockCells } from './clockStrip.ts';

/** Label and colour of each state. */
const states: Record<ClockCell['state'], readonly [word: string, tone: string]> = {
  reached: ['按时', ''],
  late: ['超时完成', 'amber'],
  running: ['进行中', 'teal'],
  over: ['已超时', 'red'],
  idle: ['未开始', 'faint regular'],
};

/** Five steps of the clock, each value against its limit; unreached ones are running. */
export function ClockStrip({ detail, dialledAt }: { detail: WarnDetail; dialledAt: number | null }) {
  const now = useNow(1000);
  return (
    <dl className="clock-strip flex rigid" aria-label="处置时限">
      {clockCells(detail, now, dialledAt).map((cell) => (
        <div key={cell.key} className="clock-cell pad-x-8 pad-y-2 nowrap f12 l18 soft">
          <dt className="row gap-3">
            {cell.title}
            {cell.state === 'reached' && <Check className="green" size={13} strokeWidth={3} aria-hidden="true" />}
            {(cell.state === 'late' || cell.state === 'over') && (
              <TriangleAlert className={states[cell.state][1]} size={12} aria-hidden="true" />
            )}
            <span className="sr-only">{states[cell.state][0]}</span>
          </dt>
          <dd>
            <b className={`f13 ink ${states[cell.state][1]}`}>{cell.value}</b>
            {cell.limit !== null && <span> / {cell.limit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
