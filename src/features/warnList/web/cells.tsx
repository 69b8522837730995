import {
  lateText,
  offeredMark,
  stateMark,
  statusTones,
  subjectName,
  testMark,
  type WarnRow,
} from '#features/warn/web/service.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { falseReasons, livingStates, warnLevels, warnResults, warnStatuses } from '#web/data/codeLabels.ts';
import { dayOf, duration, fullTime, listTime, missing, todayIn, waiting } from '#web/data/format.ts';
import { leaveText } from '#web/data/leaveText.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';

/** Target for claiming a level-1 warn, seconds (domain.md 7.3). */
const claimTarget = 30;

export function LevelCell({ row }: { row: WarnRow }) {
  const level = row.level as WarnLevel;
  return (
    <span className={`level${level} inline-flex items-center gap-1 font-bold text-tone-text`}>
      <LevelSign level={level} size={14} />
      {warnLevels[level]}
    </span>
  );
}

/** Returns 0018 for a warn of today, 1119-0018 for an older one; the full number on hover. */
export function shortNo(
  { no, createdAt, timeZone }: Pick<WarnRow, 'no' | 'createdAt' | 'timeZone'>,
  nowMs: number,
): string {
  const serial = no.split('-').at(-1) ?? no;
  const day = dayOf(createdAt, timeZone);
  return day === todayIn(timeZone, nowMs) ? serial : `${day.slice(5, 10).replace('-', '')}-${serial}`;
}

export function NumberCell({ row }: { row: WarnRow }) {
  const now = useNow(3_600_000);
  return (
    <span title={row.no}>
      {shortNo(row, now)}
      {row.demo && <small className="text-text2"> 演示</small>}
    </span>
  );
}

/** Time of raising; a late warn is marked, with its whole delay on hover. */
export function AlarmTimeCell({ row }: { row: WarnRow }) {
  const late = lateText(row, useNow(10_000));
  return (
    <>
      <TimeCell iso={row.createdAt} zone={row.timeZone} />
      {late !== null && (
        <Badge
          tone={row.silent ? 'warn' : 'notice'}
          filled
          className="ml-1 px-1"
          title={`${late}：设备时间 ${fullTime(row.occurredAt, row.timeZone)}`}
        >
          {late.split(' ')[0]}
        </Badge>
      )}
    </>
  );
}

export function WhoCell({ row }: { row: WarnRow }) {
  const alone = row.livingState === 'alone';
  const mark = stateMark(row);
  return (
    <>
      <b>{subjectName(row)}</b> {row.age}
      {alone && <span className="ml-1 inline-flex items-center text-level2-text">{livingStates.alone}</span>}
      {mark && <span className="ml-1 inline-flex items-center text-level2-text">{mark}</span>}
      {row.away && (
        <span className="ml-1 inline-flex items-center text-text2">
          {leaveText(row.away, Date.now(), row.timeZone)}
        </span>
      )}
    </>
  );
}

/** Community and flat on two lines if needed; a long community is cut, the flat is not. */
export function AddressCell({ text }: { text: string }) {
  return (
    <span className="warn-lines line-clamp-2 whitespace-normal">
      {text.split(' ').map((part) => (
        <span key={part} className="inline-block max-w-full overflow-hidden text-ellipsis">
          {part}{' '}
        </span>
      ))}
    </span>
  );
}

/** Device, or bed with what follows it, on two lines if needed. */
export function LinesCell({ text }: { text: string }) {
  return <span className="warn-lines line-clamp-2 whitespace-normal wrap-anywhere">{text}</span>;
}

/** Running wait; after the claim the final response time. Only this cell re-renders every second. */
export function WaitCell({ row }: { row: WarnRow }) {
  if (row.status === 'pending') return <RunningWait row={row} />;
  if (row.firstClaimedAt === null) return missing;
  const seconds = (Date.parse(row.firstClaimedAt) - Date.parse(row.receivedAt)) / 1000;
  return (
    <span className="text-text2" title={`${fullTime(row.firstClaimedAt, row.timeZone)} 接警`}>
      {duration(seconds)}
    </span>
  );
}

function RunningWait({ row }: { row: WarnRow }) {
  const waited = useNow(1000) - Date.parse(row.receivedAt);
  const hot = row.overdue || (row.level === 1 && waited > claimTarget * 1000);
  return (
    <b
      className={hot ? 'text-level1-text' : undefined}
      title={row.nextRung === null ? undefined : `下一步：${row.nextRung}`}
    >
      {waiting(waited)}
    </b>
  );
}

export function StateCell({ row }: { row: WarnRow }) {
  const reason =
    row.result !== null
      ? warnResults[row.result]
      : row.falseReason !== null
        ? falseReasons[row.falseReason]
        : row.progress;
  const offered = offeredMark(row, useSession().user?.id ?? null);
  return (
    <span className={`${statusTones[row.status]} flex items-center gap-1.5`}>
      <WarnStatusGlyph status={row.status} />
      {offered ? <b>{offered}</b> : warnStatuses[row.status]}
      {row.falseAsked !== null && (
        <Badge tone="notice" filled className="ml-1 px-1">
          待班长核实
        </Badge>
      )}
      {row.test && (
        <Badge tone="notice" filled className="ml-1 px-1">
          {testMark(row)}
        </Badge>
      )}
      {reason !== null && row.status !== 'pending' && (
        <small className="overflow-hidden text-ellipsis text-xs text-text3">{reason}</small>
      )}
    </span>
  );
}

export function RepeatCell({ row }: { row: WarnRow }) {
  return row.repeatCount > 0 ? <b>×{row.repeatCount + 1}</b> : <span className="text-text2">1</span>;
}

/** Time in the time zone of the warn's project. */
export function TimeCell({ iso, zone }: { iso: string | null; zone: string }) {
  return <span title={fullTime(iso, zone)}>{listTime(iso, undefined, zone)}</span>;
}
