import { TriangleAlert } from 'lucide-react';
import {
  addressLine,
  ClaimLabel,
  lateText,
  offeredMark,
  sexAndAge,
  stateMark,
  subjectName,
  useRung,
  type WarnRow,
} from '#features/warn/web/service.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { warnLevels, warnStatuses, warnTypes } from '#web/data/codeLabels.ts';
import { fullTime, listTime, waiting } from '#web/data/format.ts';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';

interface Props {
  row: WarnRow;
  canClaim: boolean;
  onOpen: () => void;
  onClaim: () => void;
}

/** Card of a waiting warn: customer, address, wait, and 接警 for the thumb. */
export function WaitingCard({ row, canClaim, onOpen, onClaim }: Props) {
  const now = useNow(1000);
  const note = noteOf(row, useSession().user?.id ?? null, useRung(row), now);
  const level = row.level as WarnLevel;
  return (
    <article
      className={`warn-card border border-line level${level} grid gap-2 p-4 bg-container relative`}
      data-warn-id={row.id}
    >
      <p className="flex items-center gap-2 text-text2">
        <LevelSign level={level} size={16} />
        <b className="text-tone-text">{warnLevels[level]}</b>
        <span>{warnTypes[row.type]}</span>
        {row.repeatCount > 0 && <b className="text-tone-text">×{row.repeatCount + 1}</b>}
        <time
          className={`ml-auto font-bold text-[26px] leading-8 ${level === 1 ? 'text-level1-text' : 'text-text'}`}
          aria-hidden="true"
          title={`${fullTime(row.receivedAt, row.timeZone)} 收到`}
        >
          {waiting(now - Date.parse(row.receivedAt))}
        </time>
      </p>
      <button type="button" className="text-left text-base" onClick={onOpen}>
        <b className="card-name">{subjectName(row)}</b> {sexAndAge(row)}{' '}
        {stateMark(row) !== null && <b className="text-level1-text">{stateMark(row)}</b>}
        <span className="block">{addressLine(row) ?? '位置不详'}</span>
      </button>
      {row.flags.length > 0 && (
        <ul className="card-flags flex flex-wrap gap-1.5">
          {row.flags.map((flag) => (
            <li
              className="flag rounded-sm bg-level1-tint inline-flex items-center gap-1 px-2 font-bold text-[13px] leading-6 text-level1-text"
              key={flag}
            >
              <TriangleAlert size={13} aria-hidden="true" /> {flag}
            </li>
          ))}
        </ul>
      )}
      {note !== '' && <p className={`text-[13px] text-tone-text ${level === 1 ? 'font-bold' : ''}`}>{note}</p>}
      {canClaim && (
        <button
          type="button"
          className="card-claim font-bold text-lg text-level1-text bg-container"
          onClick={(event) => event.detail < 2 && onClaim()}
        >
          <ClaimLabel id={row.id} />
        </button>
      )}
    </article>
  );
}

function noteOf(row: WarnRow, userId: string | null, rung: string | null, now: number): string {
  const waited = now - Date.parse(row.receivedAt);
  const past = row.overdue ? '已超时' : row.level === 1 && waited > 30_000 ? '已超 30 秒' : null;
  return [offeredMark(row, userId), lateText(row, now), past, rung].filter(Boolean).join(' · ');
}

/** Handled or closed warn in one line. */
export function LineCard({ row, onOpen }: Pick<Props, 'row' | 'onOpen'>) {
  const now = useNow(1000);
  const level = row.level as WarnLevel;
  const over = row.status === 'done' || row.status === 'false';
  const doing = row.status === 'pending' ? warnStatuses.pending : (row.progress ?? row.handlerName);
  return (
    <article
      className={`warn-card border border-line line level${level} ${row.status} grid bg-container relative`}
      data-warn-id={row.id}
    >
      <button type="button" className="flex items-center gap-2 text-left" onClick={onOpen}>
        <LevelSign level={level} size={18} decorative={false} />
        <b className="card-name">{subjectName(row)}</b>
        <span className="flex-1 truncate text-sm text-text2">
          {[stateMark(row), row.age === null ? null : `${row.age} 岁`, over ? warnTypes[row.type] : doing]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {over ? (
          <span className="inline-flex items-center gap-1 whitespace-nowrap text-[13px] text-text2">
            <WarnStatusGlyph status={row.status} /> {warnStatuses[row.status]}{' '}
            {listTime(row.createdAt, undefined, row.timeZone)}
          </span>
        ) : (
          <time className="ml-auto font-bold text-lg leading-8 text-text" aria-hidden="true">
            {waiting(now - Date.parse(row.receivedAt))}
          </time>
        )}
      </button>
    </article>
  );
}
