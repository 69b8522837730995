import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { shortHash } from '../signers.ts';

/** Names what a signature covers: person, form, answers and result. */
export function SignedThing({ assessment, scale }: { assessment: AssessmentDetail; scale: ScaleOfPage }) {
  const { customerName, no, scaleName, scaleVersion, date, answers, facts, total, hash } = assessment;
  const { preliminaryLabel, finalLabel, manual } = assessment;
  const grade = manual
    ? '需人工判定'
    : [preliminaryLabel && `初步 ${preliminaryLabel}`, finalLabel && `最终 ${finalLabel}`].filter(Boolean).join('，');
  return (
    <div className="mb-3 text-[13px]">
      <p>
        <b>{customerName}</b> {no} · {scaleName} 第 {scaleVersion} 版 · {date}
      </p>
      <p>
        {Object.keys(answers).length} / {scale.items.length} 项答案、{Object.keys(facts).length} 项事实
        {total !== null && `，总分 ${total}`}
        {grade && `，${grade}`}
        {hash !== null && `。答案印 ${shortHash(hash)}`}
      </p>
      <p className="text-text2">签名后再改任何一个答案，签名即失效。</p>
    </div>
  );
}
