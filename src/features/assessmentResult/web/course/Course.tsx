import { useState } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { assessmentLink } from '#shared/contract/assessmentLink.ts';
import { count, missing } from '#web/data/format.ts';
import { Segments } from '#web/ui/Segments.tsx';
import type { Ruler } from '../ruler.ts';
import { CourseChart } from './CourseChart.tsx';
import { type CoursePoint, courseOf, courseSentence } from './points.ts';

const views = [
  { key: 'chart', label: '图' },
  { key: 'table', label: '表' },
] as const;

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  ruler: Ruler | undefined;
}

/** Results of the scale over the years: a line of the totals, or a table. */
export function Course({ assessment, scale, ruler }: Props) {
  const points = courseOf(assessment);
  const hasTotals = points.some(({ total }) => total !== null);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const isChart = hasTotals && view === 'chart';
  return (
    <section className="result-course p-4 min-w-0" aria-label="历年结果">
      <div className="flex items-center gap-3 mb-1">
        <h2 className="flex-none text-sm">{hasTotals ? '历年总分' : '历年结果'}</h2>
        <p className="flex-1 text-[13px] text-text2">同一量表{scale.grade && hasTotals && '，「定」是最终等级'}</p>
        {hasTotals && <Segments label="历年总分显示方式" segments={views} value={view} onChange={setView} />}
      </div>
      {isChart ? (
        <CourseChart points={points} ruler={ruler} current={assessment.id} />
      ) : (
        <CourseTable points={points} scale={scale} current={assessment.id} />
      )}
      <p className={isChart ? 'sr-only' : 'mt-2 text-[13px] text-text2'}>{courseSentence(points)}</p>
    </section>
  );
}

interface TableProps {
  points: readonly CoursePoint[];
  scale: ScaleOfPage;
  current: string;
}

function CourseTable({ points, scale, current }: TableProps) {
  const parts = scale.parts ?? [];
  return (
    <div className="overflow-x-auto">
      <table className="sheet" aria-label="历年结果">
        <thead>
          <tr>
            <th scope="col">日期</th>
            {parts.map(({ code, label }) => (
              <th key={code} scope="col">
                {label}
              </th>
            ))}
            {scale.total.of !== null && <th scope="col">总分</th>}
            {scale.grade && <th scope="col">最终等级</th>}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.id}>
              <th scope="row" className="whitespace-nowrap">
                {point.id === current ? <b>{point.date} 这次</b> : <a href={assessmentLink(point.id)}>{point.date}</a>}
              </th>
              {parts.map(({ code }) => (
                <td key={code}>{count(point.parts[code])}</td>
              ))}
              {scale.total.of !== null && <td>{count(point.total)}</td>}
              {scale.grade && <td>{point.finalLabel ?? missing}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
