import { type AssessmentDetail, isFinished, type ScaleOfPage } from '#features/assessment/contract.ts';
import { count, missing } from '#web/data/format.ts';
import { reasonsOf } from '../evidence.ts';
import { resultKind, type ShownPart } from '../items.ts';
import { FactTable, type PrintedFact } from './FactTable.tsx';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  parts: readonly ShownPart[];
  isStandard: boolean;
}

/** Part C: sums of the parts, total, preliminary grade, rules with their evidence, final grade. */
export function Conclusion({ assessment, scale, parts, isStandard }: Props) {
  const kind = resultKind(scale);
  if (kind === 'items') return null;
  const { total, preliminaryLabel, validUntil } = assessment;
  const number = (title: string, place: number) => (isStandard ? `C.${place} ${title}` : title);
  const max = parts.reduce((sum, part) => sum + part.max, 0);
  const facts: PrintedFact[] = [
    ...(parts.length > 1 ? [[number('分项得分', 1), sums(parts)] as const] : []),
    ...(scale.total.of === null ? [] : [[number('总分', 2), `${count(total)} / ${max}`] as const]),
    ...(kind === 'grade' ? [[number('初步等级', 3), preliminaryLabel] as const] : []),
    ...((scale.rules ?? []).length > 0 ? [[number('等级变更依据', 4), reasons(assessment, scale)] as const] : []),
  ];
  return (
    <section className="report-conclusion">
      <h2>{isStandard ? 'C 评估结果' : '评估结果'}</h2>
      <FactTable facts={facts} columns={1} />
      {kind === 'grade' && (
        <p className="report-final">
          {number('最终等级', 5)} <b>{finalText(assessment)}</b>
          {validUntil !== null && isFinished(assessment) && <span> 有效期至 {validUntil}</span>}
        </p>
      )}
    </section>
  );
}

function sums(parts: readonly ShownPart[]): string {
  return parts
    .map(({ label, sum, max, level }) => `${label} ${sum} / ${max}${level === null ? '' : `（级别 ${level}）`}`)
    .join('，');
}

function reasons(assessment: AssessmentDetail, scale: ScaleOfPage): string {
  return (
    reasonsOf(assessment, scale)
      .map(({ title, counted, grounds }) =>
        [title, grounds.length > 0 && `（${grounds.join('；')}）`, counted ? ' 计入' : ' 不再计']
          .filter(Boolean)
          .join(''),
      )
      .join('；') || '没有成立的变更条款'
  );
}

function finalText({ manual, manualGradeLabel, manualReason, finalLabel }: AssessmentDetail): string {
  if (!manual) return finalLabel ?? missing;
  if (manualGradeLabel === null) return '需人工判定';
  return `需人工判定；审核人判定 ${manualGradeLabel}，理由：${manualReason ?? missing}`;
}
