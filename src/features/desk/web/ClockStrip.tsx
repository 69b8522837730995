import { Check, TriangleAlert } from 'lucide-react';
import type { WarnDetail } from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { type ClockCell, clockCells } from './clockStrip.ts';

/** Label and colour of each state. */
const states: Record<ClockCell['state'], readonly [word: string, tone: string]> = {
  reached: ['按时', ''],
  late: ['超时完成', 'text-level2-text'],
  running: ['进行中', 'text-primary-text'],
  over: ['已超时', 'text-level1-text'],
  idle: ['未开始', 'text-text3 font-normal'],
};

/** Five steps of the clock, each value against its limit; unreached ones are running. */
export function ClockStrip({ detail, dialledAt }: { detail: WarnDetail; dialledAt: number | null }) {
  const now = useNow(1000);
  return (
    <dl className="clock-strip flex flex-none" aria-label="处置时限">
      {clockCells(detail, now, dialledAt).map((cell) => (
        <div key={cell.key} className="clock-cell px-2 py-0.5 whitespace-nowrap text-xs leading-4.5 text-text2">
          <dt className="flex items-center gap-0.75">
            {cell.title}
            {cell.state === 'reached' && (
              <Check className="text-success" size={13} strokeWidth={3} aria-hidden="true" />
            )}
            {(cell.state === 'late' || cell.state === 'over') && (
              <TriangleAlert className={states[cell.state][1]} size={12} aria-hidden="true" />
            )}
            <span className="sr-only">{states[cell.state][0]}</span>
          </dt>
          <dd>
            <b className={`text-[13px] ${states[cell.state][1] || 'text-text'}`}>{cell.value}</b>
            {cell.limit !== null && <span> / {cell.limit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
