import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { count, missing } from '#web/data/format.ts';
import { resultKind, type ShownPart } from '../items.ts';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  parts: readonly ShownPart[];
}

/** What the answers result in, as the largest text of the page. */
export function GradeBlock({ assessment, scale, parts }: Props) {
  const kind = resultKind(scale);
  return (
    <section className="result-grade p-4" aria-label={kind === 'grade' ? '最终等级' : '结果'}>
      {kind === 'grade' ? (
        <Grade assessment={assessment} />
      ) : kind === 'total' ? (
        <Total assessment={assessment} max={parts.reduce((sum, part) => sum + part.max, 0)} />
      ) : (
        <Worst parts={parts} scale={scale} />
      )}
    </section>
  );
}

function Grade({ assessment }: { assessment: AssessmentDetail }) {
  const { manual, manualGradeLabel, manualReason, finalLabel, preliminaryLabel, before, final } = assessment;
  return (
    <>
      <h2 className="text-[13px] font-normal text-text2">最终等级</h2>
      <p className="result-final font-bold">{manual ? '需人工判定' : (finalLabel ?? missing)}</p>
      {manual ? (
        <Manual label={manualGradeLabel} reason={manualReason} />
      ) : (
        <p className="text-[13px]">
          初步 <b>{preliminaryLabel ?? missing}</b>
        </p>
      )}
      {before?.finalLabel && !manual && (
        <p className="text-[13px] text-text2">{before.final === final ? '与上次相同' : `上次 ${before.finalLabel}`}</p>
      )}
    </>
  );
}

/** The grade that the reviewer entered: beside the result, never as computed. */
function Manual({ label, reason }: { label: string | null; reason: string | null }) {
  if (label === null) return <p className="text-[13px] text-text2">矩阵没有给出等级，由审核人判定</p>;
  return (
    <div className="text-[13px]">
      <p>
        审核人判定 <b>{label}</b>
      </p>
      {reason !== null && <p className="text-text2 wrap-anywhere">理由：{reason}</p>}
    </div>
  );
}

function Total({ assessment: { total, before }, max }: { assessment: AssessmentDetail; max: number }) {
  return (
    <>
      <h2 className="text-[13px] font-normal text-text2">总分</h2>
      <p className="result-final font-bold">
        {count(total)} <small className="text-base font-normal text-text2">/ {max}</small>
      </p>
      <p className="text-[13px] text-text2">{before ? `上次 ${count(before.total)}` : '此量表只有总分，不分等级'}</p>
    </>
  );
}

/** Counts the items by their answer, worst first: 高 2 项. */
function Worst({ parts, scale }: { parts: readonly ShownPart[]; scale: ScaleOfPage }) {
  const labels = parts.flatMap(({ items }) => items.map(({ option }) => option));
  const order = scale.items[0]?.options.map(({ label }) => label).toReversed() ?? [];
  const [worst, ...others] = order
    .map((label) => ({ label, n: labels.filter((one) => one === label).length }))
    .filter(({ n }) => n > 0);
  return (
    <>
      <h2 className="text-[13px] font-normal text-text2">结果</h2>
      <p className="result-final font-bold">{worst ? `${worst.label} ${worst.n} 项` : missing}</p>
      <p className="text-[13px] text-text2">
        {others.map(({ label, n }) => `${label} ${n} 项`).join('，') || '此量表没有总分和等级'}
      </p>
    </>
  );
}
