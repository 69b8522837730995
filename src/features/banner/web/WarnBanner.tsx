import { useNavigate } from 'react-router';
import { offeredMark, type WarnRow } from '#features/warn/web/service.ts';
import { FirstWarn } from './FirstWarn.tsx';
import { FurtherWarn } from './FurtherWarn.tsx';
import { ringLevel } from './ringing.ts';

/** Number of warns in one line below the first; the rest is a count (look.md 3). */
const furtherRows = 2;

interface Props {
  rows: readonly WarnRow[];
  /** Whether the banner is a single line: the first warn and the number of others. */
  compact: boolean;
  /** Warn that F2 claims. */
  nextId: string | undefined;
  userId: string | null;
  onClaim: (row: WarnRow) => void;
}

/** Banner with the waiting warns, most urgent first. */
export function WarnBanner({ rows, compact, nextId, userId, onClaim }: Props) {
  const navigate = useNavigate();
  const [first, ...others] = rows;
  if (!first) return null;
  const thin = compact || ringLevel(first) > 2;
  const lines = compact ? [] : others.slice(0, furtherRows);
  const remaining = others.length - lines.length;
  const remainder = remaining > 0 && (
    <button
      type="button"
      className="alarm-more block h-7 text-primary-text w-full border-b border-line bg-s2"
      onClick={() => void navigate('/warn/sos?tab=pending')}
    >
      另有 {remaining} 条
    </button>
  );
  return (
    <section className="alarm-banner" aria-label="等待接警">
      {thin ? (
        <FurtherWarn
          key={first.id}
          row={first}
          first
          next={first.id === nextId}
          offered={offeredMark(first, userId)}
          remainder={compact && remainder}
          onClaim={onClaim}
        />
      ) : (
        <FirstWarn
          key={first.id}
          row={first}
          next={first.id === nextId}
          offered={offeredMark(first, userId)}
          onClaim={onClaim}
        />
      )}
      {lines.map((row) => (
        <FurtherWarn
          key={row.id}
          row={row}
          first={false}
          next={row.id === nextId}
          offered={offeredMark(row, userId)}
          onClaim={onClaim}
        />
      ))}
      {!compact && remainder}
    </section>
  );
}
