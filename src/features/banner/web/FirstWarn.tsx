import { Info, TriangleAlert } from 'lucide-react';
import {
  addressParts,
  ClaimLabel,
  deviceText,
  lateText,
  sexAndAge,
  stateMark,
  subjectName,
  testMark,
  timesText,
  useRung,
  type WarnRow,
} from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { warnLevels, warnTypes } from '#web/data/codeLabels.ts';
import { fullTime, waiting } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { ringLevel } from './ringing.ts';
import { WaitAnnouncer } from './WaitAnnouncer.tsx';

/** Number of characters from which name and address use smaller type instead of being cut. */
const longName = 8;
const longPlace = 20;

interface Props {
  row: WarnRow;
  /** Whether F2 claims this warn: it shows the key. */
  next: boolean;
  /** 已派给您 if the warn is offered to the user. */
  offered: string | null;
  onClaim: (row: WarnRow) => void;
}

/** Most urgent waiting warn, readable from two metres: customer, address, wait. */
export function FirstWarn({ row, next, offered, onClaim }: Props) {
  const level = ringLevel(row);
  const mark = stateMark(row);
  const long = subjectName(row).length > longName || (addressParts(row).spot?.length ?? 0) > longPlace;
  return (
    <div
      className={`alarm-first level${level}${long ? ' long' : ''} grid items-center gap-5 overflow-hidden`}
      role="alert"
      data-warn-id={row.id}
    >
      <LevelSign level={level} size={52} onSolid={level === 1} />
      <div className="alarm-text grid gap-0.5">
        <Origin row={row} />
        <p className={`alarm-who flex ${long ? 'items-center' : 'items-baseline'} min-w-0 gap-5 whitespace-nowrap`}>
          <b className="alarm-name flex-none overflow-hidden text-ellipsis" title={subjectName(row)}>
            {subjectName(row)}
          </b>
          {mark && <b className="alarm-flag inline-flex items-center flex-none gap-1 rounded-sm text-sm">{mark}</b>}
          <span className="flex-none text-lg">{sexAndAge(row)}</span>
          <b
            className={`alarm-spot ${long ? 'line-clamp-2 whitespace-normal text-base leading-5' : 'overflow-hidden text-ellipsis text-xl'}`}
            title={addressParts(row).spot ?? undefined}
          >
            {addressParts(row).spot ?? '位置不详'}
          </b>
        </p>
        <Notes row={row} />
      </div>
      <Wait row={row} offered={offered} />
      <button
        type="button"
        className="alarm-claim inline-flex items-center justify-center gap-2 font-bold text-text bg-container"
        onClick={(event) => event.detail < 2 && onClaim(row)}
      >
        <ClaimLabel id={row.id} /> {next && <kbd>F2</kbd>}
      </button>
    </div>
  );
}

function Origin({ row }: { row: WarnRow }) {
  const level = ringLevel(row);
  const late = lateText(row, useNow(10_000));
  const parts = [addressParts(row).district, deviceText(row), timesText(row)];
  return (
    <p className="alarm-origin flex items-center min-w-0 gap-2 whitespace-nowrap text-sm leading-5.5">
      <b className="alarm-kind px-2 rounded-sm">
        {warnLevels[level]} · {warnTypes[row.type]}
      </b>
      {row.overdue && <b className="alarm-late px-2 leading-5 rounded-sm">已超时</b>}
      {row.test && <b className="alarm-late px-2 leading-5 rounded-sm">{testMark(row)}</b>}
      {late !== null && <b className="alarm-late px-2 leading-5 rounded-sm">{late}</b>}
      <span className="overflow-hidden text-ellipsis">{parts.filter(Boolean).join(' · ')}</span>
    </p>
  );
}

function Notes({ row }: { row: WarnRow }) {
  return (
    <p className="alarm-notes [&_svg]:align-[-2px] flex items-center min-w-0 gap-2 whitespace-nowrap text-sm leading-5.5">
      {row.flags.map((flag) => (
        <b key={flag} className="alarm-flag inline-flex items-center flex-none gap-1 rounded-sm">
          <TriangleAlert size={13} aria-hidden="true" />
          {flag}
        </b>
      ))}
      {row.keyHolder !== null && <span className="overflow-hidden text-ellipsis">{row.keyHolder}有钥匙</span>}
      {row.otherOpen > 0 && (
        <span className="overflow-hidden text-ellipsis">
          <Info size={13} aria-hidden="true" /> 该老人另有 {row.otherOpen} 条
        </span>
      )}
    </p>
  );
}

function Wait({ row, offered }: { row: WarnRow; offered: string | null }) {
  const now = useNow(1000);
  const next = useRung(row);
  return (
    <div className="alarm-wait grid text-sm leading-5">
      <span aria-hidden="true">已等待</span>
      <time
        className="alarm-clock font-bold"
        title={`${fullTime(row.receivedAt, row.timeZone)} 收到`}
        aria-hidden="true"
      >
        {waiting(now - Date.parse(row.receivedAt))}
      </time>
      <span aria-hidden="true">{offered ?? next}</span>
      <WaitAnnouncer since={row.receivedAt} />
    </div>
  );
}
