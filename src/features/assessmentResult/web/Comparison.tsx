import { useState } from 'react';
import type { AssessmentDetail } from '#features/assessment/contract.ts';
import { assessmentLink } from '#shared/contract/assessmentLink.ts';
import { count, missing } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { OnlyChanged } from './items/OnlyChanged.tsx';
import { toneOf } from './items/PartTables.tsx';
import { type ShownPart, signed } from './items.ts';

interface Props {
  assessment: AssessmentDetail;
  before: NonNullable<AssessmentDetail['before']>;
  parts: readonly ShownPart[];
}

/** Both assessments item by item, in words. */
export function Comparison({ assessment, before, parts }: Props) {
  const { setQuery } = useScreen();
  const [onlyChanged, setOnlyChanged] = useState(true);
  const { date, total, finalLabel } = assessment;
  const shown = parts
    .map((part) => ({ ...part, items: part.items.filter(({ isChanged }) => !onlyChanged || isChanged) }))
    .filter(({ items }) => items.length > 0);
  return (
    <section className="p-4" aria-label="对比上次">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 mb-3 text-[13px]">
        <h2 className="text-sm">对比上次</h2>
        {before.scaleVersion !== assessment.scaleVersion && (
          <p className="text-level2-text">上次用的是量表第 {before.scaleVersion} 版，题目和分值可能不同</p>
        )}
        <span className="ml-auto">
          <OnlyChanged on={onlyChanged} onChange={setOnlyChanged} />
        </span>
        <Button onClick={() => setQuery({ act: null })}>返回结果</Button>
      </div>
      <div className="overflow-x-auto">
        <table className="result-comparison sheet" aria-label="逐项对比">
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">
                上次 <a href={assessmentLink(before.id)}>{before.date}</a>
              </th>
              <th scope="col">这次 {date}</th>
              <th scope="col" className="result-change">
                变化
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">最终等级</th>
              <td>{before.finalLabel ?? missing}</td>
              <td>
                <b>{finalLabel ?? missing}</b>
              </td>
              <td />
            </tr>
            <tr>
              <th scope="row">总分</th>
              <td>{count(before.total)}</td>
              <td>
                <b>{count(total)}</b>
              </td>
              <td className="result-change">
                {total !== null && before.total !== null ? signed(total - before.total) : ''}
              </td>
            </tr>
            {shown.map((part) => (
              <PartRows key={part.code} part={part} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <p className="mt-3 text-[13px] text-text2">两次的答案完全相同</p>}
    </section>
  );
}

function PartRows({ part: { label, sum, last, max, items, worse } }: { part: ShownPart }) {
  return (
    <>
      <tr className="part">
        <th scope="rowgroup">
          <b>{label}</b> <span className="text-text2">满分 {max}</span>
        </th>
        <td>{count(last)}</td>
        <td>
          <b>{sum}</b>
        </td>
        <td className={toneOf(worse)}>{last === null ? '' : signed(sum - last)}</td>
      </tr>
      {items.map((item) => (
        <tr key={item.code}>
          <th scope="row">
            <span className="text-text3">{item.number}</span> {item.label}
          </th>
          <td>{answerText(item.last, item.lastOption)}</td>
          <td>{answerText(item.points, item.option)}</td>
          <td className={toneOf(item.worse)}>
            {item.points !== null && item.last !== null ? signed(item.points - item.last) : ''}
          </td>
        </tr>
      ))}
    </>
  );
}

const answerText = (points: number | null, option: string | null) =>
  option === null ? '没有答案' : `${points} 分 · ${option}`;
