import { LocateFixed, Phone, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import {
  addressParts,
  ClaimLabel,
  lateText,
  stateMark,
  statusTones,
  subjectName,
  testMark,
  useRung,
  type WarnRow,
} from '#features/warn/web/service.ts';
import { isLocatable } from '#features/warnTrack/web/service.ts';
import { addressText } from '#shared/address.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { useNow } from '#web/core/now.ts';
import { genders, livingStates, warnLevels, warnStatuses, warnTypes } from '#web/data/codeLabels.ts';
import { fullTime, waiting } from '#web/data/format.ts';
import { leaveText } from '#web/data/leaveText.ts';
import { levelText } from '#web/data/levelText.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';

/** Returns 男 86 · 独居, as far as known. */
function traits(row: WarnRow): string {
  const sex = row.gender === 1 || row.gender === 2 ? genders[row.gender] : null;
  const who = [sex, row.age].filter((part) => part !== null).join(' ');
  const living =
    row.livingState === null ? null : ((livingStates as Record<string, string>)[row.livingState] ?? row.livingState);
  const ability = row.abilityLevel ? levelText(row) : null;
  return [who, living ?? ability].filter(Boolean).join(' · ');
}

/** Returns bed or building, district and address; without them the device, unless its number is already the name. */
function whereOf(row: WarnRow): string {
  const device = row.equipmentSn === subjectName(row) ? null : row.equipmentSn;
  return addressText(row) || device || (row.origin === null ? '位置不详' : `来自 ${row.origin}`);
}

/** Returns the lower line: the next rung, else the last step, else the state. */
function foot(row: WarnRow, rung: string | null, now: number): string {
  const waited = Math.floor((now - Date.parse(row.receivedAt)) / 1000);
  if (row.status !== 'pending') return row.progress ?? rung ?? '';
  const past = row.overdue ? '已超时' : row.level === 1 && waited > 30 ? '已超 30 秒' : null;
  return [lateText(row, now), past, rung].filter((part) => part !== null).join(' · ');
}

export interface CardProps {
  row: WarnRow;
  selected: boolean;
  /** Value that changes with the labels of the dictionary. */
  labels: unknown;
  /** Stable function: otherwise all cards of a storm would re-render. */
  onSelect: (id: string) => void;
}

/** Running wait; only this part re-renders every second. */
function Wait({ row, className }: { row: WarnRow; className?: string }) {
  const now = useNow(1000);
  return (
    <time className={className} title={`${fullTime(row.receivedAt, row.timeZone)} 收到`} aria-hidden="true">
      {waiting(now - Date.parse(row.receivedAt))}
    </time>
  );
}

function CardHead({ row, dense }: { row: WarnRow; dense: boolean }) {
  const level = row.level as WarnLevel;
  const repeated = row.repeatCount > 0;
  const size = dense ? 'text-base' : 'text-xl';
  const place = dense && repeated ? '' : 'ml-auto';
  const hot = row.status === 'pending' && level === 1;
  return (
    <p className="card-head flex items-center gap-1.25 text-[13px] leading-6 text-text2">
      <LevelSign level={level} size={15} />
      <b className={`level${level} ${dense ? 'sr-only' : 'text-tone-text'}`}>{warnLevels[level]}</b>
      {!dense && <span>{warnTypes[row.type]}</span>}
      {repeated && (
        <em className={`not-italic font-bold text-level1-text ${dense ? 'ml-auto' : ''}`}>×{row.repeatCount + 1}</em>
      )}
      <Wait row={row} className={`font-bold ${size} ${place} ${hot ? 'text-level1-text' : 'text-text'}`} />
    </p>
  );
}

interface QueueCardProps extends CardProps {
  /** Whether F2 claims this warn: it shows the key. */
  first: boolean;
  /** 已派给您 if the warn is offered to the user. */
  offered: string | null;
  /** Whether many warns wait: customer, type, address, wait and red flags in three low lines. */
  dense: boolean;
  canClaim: boolean;
  onClaim: (row: WarnRow) => void;
  /** Only for a warn that the user handles: its numbers are unmasked. */
  onCall: ((row: WarnRow) => void) | undefined;
  onLocate: (row: WarnRow) => void;
}

/** Card of a waiting or own warn: customer, address, wait, next rung. */
export const QueueCard = memo(function QueueCard({
  row,
  selected,
  first,
  offered,
  dense,
  canClaim,
  onSelect,
  onClaim,
  onCall,
  onLocate,
}: QueueCardProps) {
  const name = subjectName(row);
  const mark = stateMark(row);
  return (
    <li
      className={`queue-card level${row.level} ${row.status}${selected ? ' selected' : ''}${dense ? ' dense' : ''} mb-2 rounded-lg border border-line bg-container overflow-hidden relative`}
      data-warn-id={row.id}
      aria-current={selected ? 'true' : undefined}
    >
      <button
        type="button"
        className="card-open inner-focus absolute inset-0"
        onClick={() => onSelect(row.id)}
        aria-label={`打开 ${name} ${warnTypes[row.type]}`}
      />
      <CardHead row={row} dense={dense} />
      <p className="card-who flex flex-wrap items-baseline gap-x-2 leading-6">
        <b
          className={dense ? 'flex-none max-w-full text-[15px] wrap-anywhere' : 'text-base wrap-anywhere'}
          title={name}
        >
          {name}
        </b>
        {dense && <span className="flex-none">{warnTypes[row.type]}</span>}
        <span className={dense ? 'truncate text-text2' : 'text-text2'}>{traits(row)}</span>
        {offered && (
          <Badge tone="urgent" filled>
            {offered}
          </Badge>
        )}
        {row.otherOpen > 0 && (
          <Badge filled className="text-text2">
            另有 {row.otherOpen} 条
          </Badge>
        )}
        {mark && (
          <Badge tone="urgent" filled className="text-text2">
            {mark}
          </Badge>
        )}
        {row.away && (
          <Badge filled className="text-text2">
            {leaveText(row.away, Date.now(), row.timeZone)}
          </Badge>
        )}
        {row.falseAsked !== null && (
          <Badge tone="warn" filled className="text-text2">
            待班长核实
          </Badge>
        )}
        {row.test && (
          <Badge filled className="text-text2">
            {testMark(row)}
          </Badge>
        )}
      </p>
      <p className="card-where line-clamp-2 whitespace-normal text-text2" title={whereOf(row)}>
        {((dense && addressParts(row).spot) || whereOf(row)).split(' ').map((part) => (
          <span key={part}>{part} </span>
        ))}
      </p>
      {dense && row.flags.length > 0 && (
        <p
          className="card-flags [&_svg]:align-[-2px] truncate text-xs leading-4 text-level1-text"
          title={row.flags.join('、')}
        >
          <TriangleAlert size={11} aria-hidden="true" /> {row.flags.join('、')}
        </p>
      )}
      <CardFoot {...{ row, first, dense, canClaim, onClaim, onCall, onLocate }} />
    </li>
  );
});

/** Next rung with its seconds. */
function Rung({ row }: { row: WarnRow }) {
  const text = foot(row, useRung(row), useNow(1000));
  const hot = row.status === 'pending' && (row.overdue || row.level === 1);
  return (
    <span title={text} className={hot ? 'leading-4 text-level1-text' : 'leading-4'}>
      {text}
    </span>
  );
}

/** Next rung, followed by the action or the state. */
function CardFoot({
  row,
  first,
  dense,
  canClaim,
  onClaim,
  onCall,
  onLocate,
}: Omit<QueueCardProps, keyof CardProps | 'offered'> & { row: WarnRow }) {
  const waits = row.status === 'pending';
  const size = dense ? 'h-6 px-1.5 text-[13px]' : 'h-7';
  return (
    <div className="card-foot min-h-6 mt-1.5 flex items-center justify-between gap-2 text-xs text-text2">
      {!dense && <Rung row={row} />}
      {!dense && canClaim && (
        <span className="card-acts inline-flex items-center flex-none gap-1 ml-auto">
          {onCall && (
            <Button
              kind="icon"
              size={28}
              aria-label={`呼叫 ${subjectName(row)}`}
              title="呼叫"
              onClick={() => onCall(row)}
            >
              <Phone size={15} aria-hidden="true" />
            </Button>
          )}
          {isLocatable(row) && (
            <Button
              kind="icon"
              size={28}
              aria-label={`定位 ${subjectName(row)}`}
              title="定位"
              onClick={() => onLocate(row)}
            >
              <LocateFixed size={15} aria-hidden="true" />
            </Button>
          )}
        </span>
      )}
      {waits && canClaim && (
        <Button
          kind={first ? undefined : 'urgent'}
          danger={first}
          className={`claim ${size}`}
          onClick={() => onClaim(row)}
        >
          <ClaimLabel id={row.id} />
          {first && <kbd>F2</kbd>}
        </Button>
      )}
      {!waits && (
        <span className={`inline-flex items-center flex-none gap-1.25 ${statusTones[row.status] || 'text-text2'}`}>
          <WarnStatusGlyph status={row.status} />
          {warnStatuses[row.status]}
        </span>
      )}
    </div>
  );
}

/** Warn of another user, in one line. */
export const OtherCase = memo(function OtherCase({ row, selected, onSelect }: CardProps) {
  const doing = [warnTypes[row.type], [row.handlerName, row.progress].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(' · ');
  return (
    <li
      className={`other-case${selected ? ' selected' : ''} flex items-center gap-2 h-9 px-3 mb-1.5 rounded-lg border border-line bg-container whitespace-nowrap text-[13px] relative`}
      data-warn-id={row.id}
      aria-current={selected ? 'true' : undefined}
    >
      <button
        type="button"
        className="card-open inner-focus absolute inset-0"
        onClick={() => onSelect(row.id)}
        aria-label={`打开 ${subjectName(row)}，由 ${row.handlerName ?? '他人'} 处理`}
      />
      <LevelSign level={row.level as WarnLevel} size={15} decorative={false} />
      <b className="flex-none overflow-hidden text-ellipsis">{subjectName(row)}</b>
      {stateMark(row) !== null && <span className="flex-none text-level2-text">{stateMark(row)}</span>}
      <span className="flex-1 overflow-hidden text-ellipsis text-text2" title={doing}>
        {doing}
      </span>
      <Wait row={row} />
    </li>
  );
});
