import { Check, TriangleAlert } from 'lucide-react';
import { useNow } from '#web/core/now.ts';
import { type ClockCell, clockCells } from './clockStrip.ts';
import type { WarnDetail } from './types.ts';

const stateWords: Record<ClockCell['state'], string> = {
  reached: '按时',
  late: '超时完成',
  running: '进行中',
  over: '已超时',
  idle: '未开始',
};

/** The five steps of the clock, each value against its limit; those not reached yet are running. */
export function ClockStrip({ detail, dialledAt }: { detail: WarnDetail; dialledAt: number | null }) {
  const now = useNow(1000);
  return (
    <dl className="clock-strip flex rigid" aria-label="处置时限">
      {clockCells(detail, now, dialledAt).map((cell) => (
        <div key={cell.key} className={`clock-cell ${cell.state} nowrap f12 l18 soft`}>
          <dt className="row">
            {cell.title}
            {cell.state === 'reached' && <Check size={13} strokeWidth={3} aria-hidden="true" />}
            {(cell.state === 'late' || cell.state === 'over') && <TriangleAlert size={12} aria-hidden="true" />}
            <span className="sr-only">{stateWords[cell.state]}</span>
          </dt>
          <dd>
            <b className="f13 ink">{cell.value}</b>
            {cell.limit !== null && <span> / {cell.limit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
