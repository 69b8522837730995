import type { AssessmentDetail } from '#features/assessment/contract.ts';
import { assessmentLink } from '#shared/contract/assessmentLink.ts';
import { Strip } from '#web/ui/Strip.tsx';

/** Says that a result holds no more: voided, replaced or past its last day. */
export function EndStrip({
  assessment: { status, endReason, replacedById, validUntil },
}: {
  assessment: AssessmentDetail;
}) {
  const reason = endReason === null ? '' : `：${endReason}`;
  if (status === 'void')
    return (
      <Strip tone="warn" role="status">
        <b>已作废</b>
        <span className="wrap-anywhere">这份评估不再有效{reason}</span>
      </Strip>
    );
  if (status === 'replaced')
    return (
      <Strip tone="warn" role="status">
        <b>已被复评替换</b>
        <span className="wrap-anywhere">以复评的结果为准{reason}</span>
        {replacedById !== null && <a href={assessmentLink(replacedById)}>看复评</a>}
      </Strip>
    );
  if (status === 'expired')
    return (
      <Strip tone="notice" role="status">
        <b>已过期</b>有效期到 {validUntil}，需要重新评估
      </Strip>
    );
  return null;
}
