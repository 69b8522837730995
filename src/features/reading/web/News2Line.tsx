import { type News2, news2Parts } from '#shared/health/news2.ts';
import { news2AtLeastText, news2MissingText, news2PartTitles, news2Risks } from '#shared/health/news2Words.ts';

/** NEWS2 with the points of its parts; without a total what it lacks. */
export function News2Line({ score }: { score: News2 }) {
  const { total, risk, points, missing } = score;
  if (total === null)
    return (
      <span className="text-[13px] text-text2">
        {[news2AtLeastText(score), news2MissingText(missing)].filter(Boolean).join('；')}
      </span>
    );
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
      <b className="text-base">{total}</b>
      {risk && <span>{news2Risks[risk]}风险</span>}
      <span className="flex flex-wrap gap-x-2 text-text2">
        {news2Parts.map((part) => (
          <span key={part} className={points[part] ? 'font-bold text-text' : undefined}>
            {news2PartTitles[part]} {points[part]}
          </span>
        ))}
      </span>
    </span>
  );
}
