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
      className={`warn-card outlined level${level} in-grid gap-8 pad-16 on-container relative`}
      data-warn-id={row.id}
    >
      <p className="row gap-8 soft">
        <LevelSign level={level} size={16} />
        <b className="toned">{warnLevels[level]}</b>
        <span>{warnTypes[row.type]}</span>
        {row.repeatCount > 0 && <b className="toned">×{row.repeatCount + 1}</b>}
        <time
          className={`push bold f26 l32 ${level === 1 ? 'red' : 'ink'}`}
          aria-hidden="true"
          title={`${fullTime(row.receivedAt, row.timeZone)} 收到`}
        >
          {waiting(now - Date.parse(row.receivedAt))}
        </time>
      </p>
      <button type="button" className="left f16" onClick={onOpen}>
        <b className="card-name">{subjectName(row)}</b> {sexAndAge(row)}{' '}
        {stateMark(row) !== null && <b className="red">{stateMark(row)}</b>}
        <span className="block">{addressLine(row) ?? '位置不详'}</span>
      </button>
      {row.flags.length > 0 && (
        <ul className="card-flags flex wrap gap-6">
          {row.flags.map((flag) => (
            <li className="flag round-sm on-red inline gap-4 pad-x-8 bold f13 l24 red" key={flag}>
              <TriangleAlert size={13} aria-hidden="true" /> {flag}
            </li>
          ))}
        </ul>
      )}
      {note !== '' && <p className={`f13 toned ${level === 1 ? 'bold' : ''}`}>{note}</p>}
      {canClaim && (
        <button
          type="button"
          className="card-claim bold f18 red on-container"
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
      className={`warn-card outlined line level${level} ${row.status} in-grid on-container relative`}
      data-warn-id={row.id}
    >
      <button type="button" className="row gap-8 left" onClick={onOpen}>
        <LevelSign level={level} size={18} decorative={false} />
        <b className="card-name">{subjectName(row)}</b>
        <span className="fill clip f14 soft">
          {[stateMark(row), row.age === null ? null : `${row.age} 岁`, over ? warnTypes[row.type] : doing]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {over ? (
          <span className="inline gap-4 nowrap f13 soft">
            <WarnStatusGlyph status={row.status} /> {warnStatuses[row.status]}{' '}
            {listTime(row.createdAt, undefined, row.timeZone)}
          </span>
        ) : (
          <time className="push bold f18 l32 ink" aria-hidden="true">
            {waiting(now - Date.parse(row.receivedAt))}
          </time>
        )}
      </button>
    </article>
  );
}
