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
import { abilityLevels, genders, livingStates, warnLevels, warnStatuses, warnTypes } from '#web/data/codeLabels.ts';
import { fullTime, waiting } from '#web/data/format.ts';
import { leaveText } from '#web/data/leaveText.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';

/** Returns 男 86 · 独居, as far as known. */
function traits(row: WarnRow): string {
  const sex = row.gender === 1 || row.gender === 2 ? genders[row.gender] : null;
  const who = [sex, row.age].filter((part) => part !== null).join(' ');
  const living =
    row.livingState === null ? null : ((livingStates as Record<string, string>)[row.livingState] ?? row.livingState);
  const ability = row.abilityLevel ? (abilityLevels as Record<string, string>)[String(row.abilityLevel)] : null;
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
  const size = dense ? 'f16' : 'f20';
  const place = dense && repeated ? '' : 'push';
  const hot = row.status === 'pending' && level === 1;
  return (
    <p className="card-head row gap-5 f13 l24 soft">
      <LevelSign level={level} size={15} />
      <b className={`level${level} ${dense ? 'sr-only' : 'toned'}`}>{warnLevels[level]}</b>
      {!dense && <span>{warnTypes[row.type]}</span>}
      {repeated && <em className={`upright bold red ${dense ? 'push' : ''}`}>×{row.repeatCount + 1}</em>}
      <Wait row={row} className={`bold ${size} ${place} ${hot ? 'red' : 'ink'}`} />
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
      className={`queue-card level${row.level} ${row.status}${selected ? ' selected' : ''}${dense ? ' dense' : ''} below-8 framed-lg on-container hide relative`}
      data-warn-id={row.id}
      aria-current={selected ? 'true' : undefined}
    >
      <button
        type="button"
        className="card-open inner-focus cover"
        onClick={() => onSelect(row.id)}
        aria-label={`打开 ${name} ${warnTypes[row.type]}`}
      />
      <CardHead row={row} dense={dense} />
      <p className="card-who flex wrap baseline gap-x-8 l24">
        <b className={dense ? 'rigid max-full f15 anywhere' : 'f16 anywhere'} title={name}>
          {name}
        </b>
        {dense && <span className="rigid">{warnTypes[row.type]}</span>}
        <span className={dense ? 'clip soft' : 'soft'}>{traits(row)}</span>
        {offered && (
          <Badge tone="urgent" filled>
            {offered}
          </Badge>
        )}
        {row.otherOpen > 0 && (
          <Badge filled className="soft">
            另有 {row.otherOpen} 条
          </Badge>
        )}
        {mark && (
          <Badge tone="urgent" filled className="soft">
            {mark}
          </Badge>
        )}
        {row.away && (
          <Badge filled className="soft">
            {leaveText(row.away, Date.now(), row.timeZone)}
          </Badge>
        )}
        {row.falseAsked !== null && (
          <Badge tone="warn" filled className="soft">
            待班长核实
          </Badge>
        )}
        {row.test && (
          <Badge filled className="soft">
            {testMark(row)}
          </Badge>
        )}
      </p>
      <p className="card-where lines-2 soft" title={whereOf(row)}>
        {((dense && addressParts(row).spot) || whereOf(row)).split(' ').map((part) => (
          <span key={part}>{part} </span>
        ))}
      </p>
      {dense && row.flags.length > 0 && (
        <p className="card-flags low-signs clip f12 l16 red" title={row.flags.join('、')}>
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
    <span title={text} className={hot ? 'l16 red' : 'l16'}>
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
  const size = dense ? 'high-24 pad-x-6 f13' : 'high-28';
  return (
    <div className="card-foot tall-24 above-6 row between gap-8 f12 soft">
      {!dense && <Rung row={row} />}
      {!dense && canClaim && (
        <span className="card-acts inline rigid gap-4 push">
          {onCall && (
            <IconButton size={28} aria-label={`呼叫 ${subjectName(row)}`} title="呼叫" onClick={() => onCall(row)}>
              <Phone size={15} aria-hidden="true" />
            </IconButton>
          )}
          {isLocatable(row) && (
            <IconButton size={28} aria-label={`定位 ${subjectName(row)}`} title="定位" onClick={() => onLocate(row)}>
              <LocateFixed size={15} aria-hidden="true" />
            </IconButton>
          )}
        </span>
      )}
      {waits && canClaim && (
        <button
          type="button"
          className={`button ${first ? 'danger' : 'urgent'} claim ${size}`}
          onClick={() => onClaim(row)}
        >
          <ClaimLabel id={row.id} />
          {first && <kbd>F2</kbd>}
        </button>
      )}
      {!waits && (
        <span className={`inline rigid gap-5 soft ${statusTones[row.status]}`}>
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
      className={`other-case${selected ? ' selected' : ''} row gap-8 high-36 pad-x-12 below-6 framed-lg on-container nowrap f13 relative`}
      data-warn-id={row.id}
      aria-current={selected ? 'true' : undefined}
    >
      <button
        type="button"
        className="card-open inner-focus cover"
        onClick={() => onSelect(row.id)}
        aria-label={`打开 ${subjectName(row)}，由 ${row.handlerName ?? '他人'} 处理`}
      />
      <LevelSign level={row.level as WarnLevel} size={15} decorative={false} />
      <b className="rigid ellipsis">{subjectName(row)}</b>
      {stateMark(row) !== null && <span className="rigid amber">{stateMark(row)}</span>}
      <span className="fill ellipsis soft" title={doing}>
        {doing}
      </span>
      <Wait row={row} />
    </li>
  );
});
