import { Bell, Check, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AssessmentDetail, isFinished, type ScaleOfPage } from '#features/assessment/contract.ts';
import { assessmentLink } from '#shared/contract/assessmentLink.ts';
import { noticeDay } from '../signers.ts';
import { Signatures } from './Signatures.tsx';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  changed: () => void;
}

/** Who signed and reviewed, the review's note, and what follows from the result. */
export function SidePanel({ assessment, scale, changed }: Props) {
  const { reviewNote } = assessment;
  return (
    <aside className="result-side p-4" aria-label="签名、审核和随后">
      <Signatures {...{ assessment, scale, changed }} />
      {reviewNote !== null && (
        <div className="mt-3 rounded-md border border-line bg-s2 px-3 py-2">
          <h3 className="text-xs font-normal text-text2">审核意见</h3>
          <p className="text-[13px] wrap-anywhere">{reviewNote}</p>
        </div>
      )}
      <Consequences assessment={assessment} scale={scale} />
    </aside>
  );
}

function Consequences({ assessment, scale }: { assessment: AssessmentDetail; scale: ScaleOfPage }) {
  const { status, finalLabel, validUntil, replacesId, replacedById } = assessment;
  return (
    <>
      <h2 className="mt-5 mb-1 text-sm">随后</h2>
      <ul className="p-0 text-[13px]">
        {scale.ability && (
          <Line icon={<Check size={14} aria-hidden />} label="能力等级写入档案">
            {isFinished(assessment) ? finalLabel : status === 'review' ? '审核通过后' : '已撤回'}
          </Line>
        )}
        <Line icon={<Bell size={14} aria-hidden />} label="到期提醒">
          {reminder({ status, validUntil, validMonths: scale.validMonths })}
        </Line>
        {replacesId !== null && (
          <Line icon={<RefreshCw size={14} aria-hidden />} label="复评自">
            <a href={assessmentLink(replacesId)}>上一份评估</a>
          </Line>
        )}
        {replacedById !== null && (
          <Line icon={<RefreshCw size={14} aria-hidden />} label="复评">
            <a href={assessmentLink(replacedById)}>看复评</a>
          </Line>
        )}
      </ul>
    </>
  );
}

type End = Pick<AssessmentDetail, 'status' | 'validUntil'> & { validMonths: number | null };

function reminder({ status, validUntil, validMonths }: End): string {
  if (validMonths === null) return '此量表没有有效期';
  if (status === 'void' || status === 'replaced') return '不再提醒';
  if (status === 'review') return `完成后 ${validMonths} 个月到期`;
  if (validUntil === null) return '没有有效期';
  return `${noticeDay(validUntil)} 给责任人和评估员`;
}

function Line({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2 py-2 border-b border-line">
      <span className="flex flex-none text-text2">{icon}</span>
      <span className="flex-none">{label}</span>
      <span className="ml-auto text-right text-text2 wrap-anywhere">{children}</span>
    </li>
  );
}
