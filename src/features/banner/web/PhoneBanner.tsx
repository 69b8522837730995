import { ChevronRight } from 'lucide-react';
import { ClaimLabel, spokenWarn, stateMark, subjectName, type WarnRow } from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { waiting } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { ringLevel } from './ringing.ts';

interface Props {
  row: WarnRow;
  /** Number of further waiting warns. */
  moreCount: number;
  /** 已派给您 if the warn is offered to the user. */
  offered: string | null;
  /** Whether the banner is only for screen readers, since the queue below shows the warn as a card. */
  spokenOnly: boolean;
  onClaim: (row: WarnRow) => void;
}

/** Most urgent waiting warn on a phone: one thumb-high bar that claims it. */
export function PhoneBanner({ row, moreCount, offered, spokenOnly, onClaim }: Props) {
  const now = useNow(1000);
  const level = ringLevel(row);
  if (spokenOnly) {
    return (
      <p className="sr-only" role="alert" data-warn-id={row.id}>
        {spokenWarn(row, null)}
      </p>
    );
  }
  return (
    <div role="alert" data-warn-id={row.id}>
      <button
        type="button"
        className={`alarm-phone bg-tone-tint level${level} flex items-center gap-3 w-full px-4 text-left text-base text-tone-text`}
        onClick={() => onClaim(row)}
      >
        <LevelSign level={level} size={18} onSolid={level === 1} decorative={false} />
        <b className="truncate">{[subjectName(row), stateMark(row), offered ?? '未接警'].filter(Boolean).join(' ')}</b>
        <b className="truncate" aria-hidden="true">
          {waiting(now - Date.parse(row.receivedAt))}
        </b>
        {moreCount > 0 && <span>另有 {moreCount} 条</span>}
        <span className="inline-flex items-center flex-none gap-1 ml-auto">
          <ClaimLabel id={row.id} /> <ChevronRight size={16} aria-hidden="true" />
        </span>
      </button>
    </div>
  );
}
