import { useNow } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { type Card, type Placed, stateText } from './card.ts';
import type { Limit } from './limits.ts';
import { StateSign } from './StateSign.tsx';
import { ageText, clockText, elapsedText, isLong, longText, roughText } from './times.ts';

/** Age above which a value is shown as old, ms. */
const oldMs = 90_000;

export function Elapsed({ card: { state, since } }: { card: Card }) {
  const now = useNow(1000);
  if (!since) return null;
  if (state === 'offline') return <> {roughText(since, now)}</>;
  return state === 'out' ? <> {elapsedText(since, now)}</> : null;
}

/** Sign and word of the state, with its duration where that matters. */
export function StateLine({ placed: { card, limit } }: { placed: Placed }) {
  const { state } = card;
  const isPresent = state === 'in' || state === 'weak' || state === 'out';
  return (
    <span className="board-state" data-over={(limit && limit !== 'free' && limit.level) || undefined}>
      <StateSign state={state === 'weak' ? 'in' : state} />
      <span className={isPresent ? 'font-bold' : undefined}>
        {state === 'weak' ? '在床' : state === 'empty' && card.reserved ? '已预留' : stateText(card)}
        <Elapsed card={card} />
      </span>
      {state === 'weak' && <b className="text-xs text-level2-text ml-1">信号弱</b>}
    </span>
  );
}

function Age({ card: { heart, breath } }: { card: Card }) {
  const now = useNow(1000);
  const [newest] = [heart, breath].flatMap((vital) => vital?.at ?? []).sort((a, b) => (a < b ? 1 : -1));
  if (!newest) return null;
  const isOld = now - Date.parse(newest) > oldMs;
  return <span className={isOld ? 'font-bold text-level2-text' : undefined}>{ageText(newest, now)}</span>;
}

function startText({ state, since, leaveUntil, at, inBed, timeZone }: Card, now: number): string {
  if (state === 'leave' && leaveUntil) {
    const isLate = Date.parse(leaveUntil) < now;
    return isLate ? `应 ${clockText(leaveUntil, timeZone, now)} 回` : `预计 ${clockText(leaveUntil, timeZone, now)} 回`;
  }
  if (state === 'offline' && at) return `最后 ${clockText(at, timeZone, now)} ${inBed ? '在床' : '离床'}`;
  if (state === 'empty') return '可安排';
  if (!since) return '';
  if (isLong(since, now)) return state === 'out' ? '' : longText;
  return `${clockText(since, timeZone, now)} 起`;
}

function LimitText({ limit }: { limit: Limit }) {
  if (limit === null) return null;
  return limit === 'free' ? <span>此时不限</span> : <b className="text-text">限 {limit.minutes} 分</b>;
}

/** Start of the state, and the age of heart and breath, or the limit of being out. */
export function SinceLine({ card, limit }: { card: Card; limit: Limit }) {
  const now = useNow(60_000);
  const stamp = card.state === 'offline' ? card.at : card.since;
  return (
    <span className="board-since">
      <span title={stamp ? fullTime(stamp, card.timeZone) : undefined}>
        {card.state === 'empty' && card.reserved ? '' : startText(card, now)}
      </span>
      {card.state === 'out' ? <LimitText limit={limit} /> : <Age card={card} />}
    </span>
  );
}

/** Being out as a bar against its limit. */
export function OutLine({ placed: { card, limit } }: { placed: Placed }) {
  const now = useNow(1000);
  if (!limit || limit === 'free' || !card.since) return null;
  const minutes = (now - Date.parse(card.since)) / 60_000;
  return (
    <>
      <span className="board-limit" data-level={limit.level ?? undefined}>
        <i style={{ width: `${Math.min(100, (minutes / limit.minutes) * 100)}%` }} />
      </span>
      {limit.level !== null && (
        <b className="text-xs text-tone-text">超 {Math.max(0, Math.floor(minutes - limit.minutes))} 分</b>
      )}
    </>
  );
}

/** Heart and breath; nothing where nobody is in bed. */
export function Vitals({ card: { heart, breath } }: { card: Card }) {
  if (!heart && !breath) return null;
  const signs = [
    { word: '心', name: '心率', vital: heart },
    { word: '呼', name: '呼吸', vital: breath },
  ];
  return (
    <span className="board-vitals">
      {signs.map(({ word, name, vital }) => (
        <span key={word} title={name} data-level={vital?.level ?? undefined}>
          {word} <b>{vital?.value ?? '—'}</b>
        </span>
      ))}
    </span>
  );
}
