import type { ReactNode } from 'react';
import {
  addressParts,
  ClaimLabel,
  lateText,
  sexAndAge,
  stateMark,
  subjectName,
  testMark,
  timesText,
  type WarnRow,
} from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { warnLevels, warnTypes } from '#web/data/codeLabels.ts';
import { fullTime, waiting } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { ringLevel } from './ringing.ts';
import { WaitAnnouncer } from './WaitAnnouncer.tsx';

interface Props {
  row: WarnRow;
  /** Whether this is the most urgent warn: it interrupts a screen reader. */
  first: boolean;
  /** Whether F2 claims this warn: it shows the key. */
  next: boolean;
  /** 已派给您 if the warn is offered to the user. */
  offered: string | null;
  /** Number of further waiting warns without a separate line. */
  remainder?: ReactNode;
  onClaim: (row: WarnRow) => void;
}

/** Waiting warn in one line: a further one, or the first while the user handles a warn. */
export function FurtherWarn({ row, first, next, offered, remainder, onClaim }: Props) {
  const now = useNow(1000);
  const level = ringLevel(row);
  const late = lateText(row, now);
  const solid = level === 1 && first;
  const { district, spot } = addressParts(row);
  const mark = stateMark(row);
  return (
    <div
      className={`alarm-further bg-tone-tint h-10 level${level}${solid ? ' solid' : ''} flex items-center gap-3 whitespace-nowrap`}
      role={first ? 'alert' : 'status'}
      data-warn-id={row.id}
    >
      <LevelSign level={level} size={18} onSolid={solid} />
      <b className="text-tone-text">{warnLevels[level]}</b>
      <span>{warnTypes[row.type]}</span>
      <b className="alarm-name overflow-hidden text-ellipsis text-[15px]">{subjectName(row)}</b>
      {mark && <b className="flex-none">{mark}</b>}
      {offered && <b className="flex-none text-tone-text">{offered}</b>}
      <span className="alarm-spot flex-none overflow-hidden text-ellipsis font-bold">{spot ?? '位置不详'}</span>
      <span className="flex-1 overflow-hidden text-ellipsis">
        {[testMark(row), row.overdue && '已超时', sexAndAge(row), district, timesText(row), late]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span role="status">{remainder}</span>
      <time
        className="alarm-clock font-bold"
        title={`${fullTime(row.receivedAt, row.timeZone)} 收到`}
        aria-hidden="true"
      >
        {waiting(now - Date.parse(row.receivedAt))}
      </time>
      <WaitAnnouncer since={row.receivedAt} />
      <button
        type="button"
        className={`alarm-claim ${solid ? 'font-bold' : ''} rounded-md border border-border inline-flex items-center justify-center gap-2 h-7 px-3 text-text bg-container`}
        onClick={(event) => event.detail < 2 && onClaim(row)}
      >
        <ClaimLabel id={row.id} />
        {next && <kbd>F2</kbd>}
      </button>
    </div>
  );
}
