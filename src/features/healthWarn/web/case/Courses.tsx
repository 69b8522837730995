import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { warnLevels } from '#shared/codes.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { sentenceOf } from '#web/chart/trend/sentence.ts';
import { TrendTable } from '#web/chart/trend/TrendTable.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { CaseChart } from './CaseChart.tsx';
import { type Courses as AllCourses, type Detail, panelsOf } from './panels.ts';

const ranges = [
  { key: '1', label: '24 时' },
  { key: '7', label: '7 天' },
  { key: '30', label: '30 天' },
  { key: '90', label: '90 天' },
] as const;
type Range = (typeof ranges)[number]['key'];

const views = [
  { key: 'chart', label: '图' },
  { key: 'table', label: '表' },
] as const;

const dayMs = 86_400_000;
type Kind = Parameters<typeof callApi<typeof readingApi.getReadingSeries>>[1]['kind'];

/** Returns the courses of a range; those of a week come with the warning. */
function useCourses({ customerId, series }: Detail, range: Range, window: { from: number; until: number }): AllCourses {
  const input = (kind: string) => ({
    ...{ customerId, kind: kind as Kind },
    ...{ from: new Date(window.from).toISOString(), to: new Date(window.until + 1).toISOString() },
  });
  const signs = Object.keys(series);
  const answers = useQueries({
    queries: signs.map((sign) => ({
      queryKey: [readingApi.getReadingSeries.path, input(sign)],
      queryFn: () => callApi(readingApi.getReadingSeries, input(sign)),
      enabled: range !== '7',
    })),
  });
  if (range === '7') return series;
  return Object.fromEntries(
    signs.flatMap((sign, index) => {
      const data = answers[index]?.data;
      return data ? [[sign, { step: data.step, points: data.points, band: data.band }] as const] : [];
    }),
  );
}

/** Curves of the sign and of what belongs to it, with the band, the samples that fired, and when it was taken. */
export function Courses({ detail }: { detail: Detail }) {
  const [range, setRange] = useState<Range>('7');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const lastAt = Math.max(
    Date.parse(detail.lastAt),
    ...Object.values(detail.series).map(({ points }) => Date.parse(points.at(-1)?.at ?? '') || 0),
    Date.parse(detail.claimedAt ?? '') || 0,
  );
  const window = { from: Date.parse(detail.lastAt) - Number(range) * dayMs, until: lastAt + 600_000 };
  const courses = useCourses(detail, range, window);
  const panels = panelsOf(detail, courses);
  const [first] = panels;
  if (!first) return <p className="p-4 text-text2">这个指标没有曲线。</p>;
  const caption = panels.map((panel) => sentenceOf(panel, panel.step)).join('');
  return (
    <figure className="case-courses">
      <div className="flex items-center flex-wrap gap-3">
        <b className="text-[15px]">{first.title}</b>
        <span className="text-[13px] text-text2">{[first.unit, first.remark].filter(Boolean).join(' · ')}</span>
        <ul className="flex gap-3 flex-1 p-0 text-[13px] text-text2" aria-label="图例">
          {first.series.length > 1 &&
            first.series.map(({ name }, index) => (
              <li key={name} className={`series${index + 1} inline-flex items-center gap-1`}>
                <i className={`case-swatch${index}`} aria-hidden="true" /> {name}
              </li>
            ))}
          <li className={`level${detail.level} inline-flex items-center gap-1`}>
            <LevelSign level={detail.level} size={12} /> 触发样本
          </li>
        </ul>
        {can('archive:list') && <Segments label="范围" segments={ranges} value={range} onChange={setRange} />}
        <Segments label="显示方式" segments={views} value={view} onChange={setView} />
      </div>
      {view === 'chart' ? (
        <>
          <CaseChart detail={detail} panels={panels} {...window} />
          <figcaption className="sr-only">{caption}</figcaption>
        </>
      ) : (
        <TrendTable
          panels={panels}
          step={first.step}
          zone={detail.timeZone}
          levelWords={warnLevels}
          caption={caption}
        />
      )}
    </figure>
  );
}
