import type { trialApi } from '#features/trial/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { count } from '#web/data/format.ts';
import { Strip } from '#web/ui/Strip.tsx';
import './share.css';

/** Shows the progress of the month: the share of devices that were pressed. */
export function Share({ done, total, days }: OutputOf<typeof trialApi.getTrialShare>) {
  const percent = total === 0 ? 0 : Math.floor((done * 100) / total);
  return (
    <Strip className="trial-share flex items-center gap-3 flex-wrap" aria-label="本月试按">
      <span>
        本月已按 <b>{count(done)}</b> / {count(total)} 台（{percent}%）
      </span>
      <progress max={Math.max(total, 1)} value={done} aria-label="本月试按完成率" />
      <span className="text-xs text-text2">
        {days} 天没有按过的列在这里，独居的在前。通话中开始测试，按下后自动打勾，不响铃。
      </span>
    </Strip>
  );
}
