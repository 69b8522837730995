import { news2Parts } from '#shared/health/news2.ts';
import { news2AtLeastText, news2MissingText, news2PartTitles, news2Risks } from '#shared/health/news2Words.ts';
import type { RowEntry } from '#web/table/sheet/types.ts';
import type { RoundRow } from './roundRows.ts';
import { news2Of } from './roundValues.ts';

/** One character of each part, above its points. */
const letters = {
  breath_rate: '呼',
  spo2: '氧',
  oxygen: '吸',
  systolic: '压',
  heart_rate: '脉',
  consciousness: '识',
  temperature: '温',
} as const;

/** Heading: the letters of the parts above their points. */
export function News2Head() {
  return (
    <span className="news2 items-center">
      <span className="news2-total">NEWS2</span>
      <span className="news2-points" aria-hidden>
        {news2Parts.map((part) => (
          <i key={part}>{letters[part]}</i>
        ))}
      </span>
    </span>
  );
}

/** NEWS2 of a row with the points of each part; what is missing, once the row is left. */
export function News2Cell({ row, entry, current }: { row: RoundRow; entry: RowEntry; current: boolean }) {
  const score = news2Of(row, entry.texts);
  if (!score) return null;
  const { total, risk, points, missing } = score;
  const missed = news2MissingText(missing);
  if (total === null && !current)
    return (
      <span className="block truncate" title={missed}>
        {missed}
      </span>
    );
  return (
    <span
      className={`news2 items-center${risk ? ` risk-${risk.replace('_', '-')}` : ''}`}
      title={total === null ? missed : undefined}
    >
      <span className="news2-total">
        {total === null ? (
          (news2AtLeastText(score) ?? '至少 0 分')
        ) : (
          <>
            <strong>{total}</strong> <b>{risk && news2Risks[risk]}</b>
          </>
        )}
      </span>
      <span className="news2-points">
        {news2Parts.map((part) => (
          <i key={part} data-points={points[part]} title={news2PartTitles[part]}>
            {points[part] ?? '·'}
          </i>
        ))}
      </span>
    </span>
  );
}
