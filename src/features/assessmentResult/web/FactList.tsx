import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { factsOf } from './facts.ts';

/** Facts that were entered or taken from the archive; what is empty is named in one line. */
export function FactList({ assessment, scale }: { assessment: AssessmentDetail; scale: ScaleOfPage }) {
  const facts = factsOf(assessment, scale);
  if (facts.length === 0) return null;
  const filled = facts.filter(({ text }) => text !== '');
  const empty = facts.filter(({ text }) => text === '');
  return (
    <section className="result-facts p-4 border-t border-line" aria-label="事实">
      <h2 className="mb-2 text-sm">
        事实 <span className="text-[13px] font-normal text-text2">随提交冻结</span>
      </h2>
      <DescriptionList
        className="text-[13px]"
        columns={2}
        term={112}
        facts={filled.map(({ label, text, note }) => [label, note === null ? text : `${text}（${note}）`])}
      />
      {empty.length > 0 && (
        <p className="mt-2 text-[13px] text-text2">没有填：{empty.map(({ label }) => label).join('、')}</p>
      )}
    </section>
  );
}
