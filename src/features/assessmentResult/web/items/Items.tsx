import { useState } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { resultKind, type ShownPart } from '../items.ts';
import { OnlyChanged } from './OnlyChanged.tsx';
import { PartTables } from './PartTables.tsx';
import { RiskList } from './RiskList.tsx';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  parts: readonly ShownPart[];
}

/** All items by part, with the change since the assessment before. */
export function Items({ assessment, scale, parts }: Props) {
  const [onlyChanged, setOnlyChanged] = useState(false);
  const { before } = assessment;
  const changes = parts.flatMap(({ items }) => items).filter(({ isChanged }) => isChanged).length;
  const isList = resultKind(scale) === 'items';
  const shown = parts
    .map((part) => ({ ...part, items: part.items.filter(({ isChanged }) => !onlyChanged || isChanged) }))
    .filter(({ items }) => items.length > 0);
  return (
    <section className="p-4" aria-label="分项">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 mb-2 text-[13px]">
        <h2 className="text-sm">分项</h2>
        <p className="text-text2">{summaryOf(assessment, parts, changes)}</p>
        {before && (
          <div className="flex flex-wrap items-center gap-4 ml-auto text-text2">
            {!isList && <Legend />}
            <OnlyChanged on={onlyChanged} onChange={setOnlyChanged} disabled={changes === 0} />
          </div>
        )}
      </div>
      {isList ? <RiskList parts={shown} scale={scale} /> : <PartTables parts={shown} compared={before !== null} />}
    </section>
  );
}

function Legend() {
  return (
    <>
      <span className="result-boxes">
        <i className="on" aria-hidden="true" />
        <span className="ml-1">这次</span>
      </span>
      <span className="result-boxes">
        <i className="lost" aria-hidden="true" />
        <span className="ml-1">上次多的</span>
      </span>
    </>
  );
}

function summaryOf({ total, before }: AssessmentDetail, parts: readonly ShownPart[], changes: number): string {
  const max = parts.reduce((sum, part) => sum + part.max, 0);
  const own = total === null ? [] : [`总分 ${total} / ${max}`];
  if (!before) return [...own, '没有上一次可比'].join('，');
  const compared =
    total !== null && before.total !== null ? [`上次 ${before.total}`, moreOrLess(total - before.total)] : [];
  const changed = changes === 0 ? '各项都没有变' : `变了 ${changes} 项`;
  return [[...own, ...compared].join('，'), changed].filter(Boolean).join('；');
}

function moreOrLess(change: number): string {
  if (change === 0) return '相同';
  return change > 0 ? `多 ${change} 分` : `少 ${-change} 分`;
}
