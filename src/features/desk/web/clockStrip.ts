import type { WarnDetail } from '#features/warn/web/service.ts';

/**
 * State of a step: `reached` in time, `late` reached after its limit, `running` towards it, `over` running past it,
 * `idle` not begun.
 */
export type ClockState = 'reached' | 'late' | 'running' | 'over' | 'idle';

export interface ClockCell {
  key: 'claim' | 'call' | 'family' | 'dispatch' | 'arrival';
  title: string;
  state: ClockState;
  /** 14, 2:40 or —. */
  value: string;
  /** 60 秒, 3 分; null for a step without a limit. */
  limit: string | null;
}

type ClockInput = Pick<WarnDetail, 'clock' | 'limits' | 'receivedAt' | 'status'>;

interface Span {
  key: ClockCell['key'];
  title: string;
  /** Both in ms since reception; `from` is null until the previous step has happened. */
  from: number | null;
  to: number | null;
  limit: number | null;
}

/** Formats seconds as 14, from a limit of two minutes (or a value of one minute) as 2:40. */
function amount(seconds: number, limit: number | null): string {
  if (seconds < 60 && (limit === null || limit < 120)) return String(seconds);
  if (limit !== null && limit < 120 && seconds < 600) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function limitText(limit: number | null): string | null {
  if (limit === null) return null;
  return limit < 120 ? `${limit} 秒` : `${Math.round(limit / 60)} 分`;
}

function cell({ key, title, from, to, limit }: Span, elapsed: number | null): ClockCell {
  const basics = { key, title, limit: limitText(limit) };
  const end = to ?? elapsed;
  if (from === null || end === null) return { ...basics, state: 'idle', value: '—' };
  const seconds = Math.max(0, Math.floor((end - from) / 1000));
  const past = limit !== null && seconds > limit;
  const value = amount(seconds, limit);
  if (to !== null) return { ...basics, state: past ? 'late' : 'reached', value };
  // A dispatch is optional: without a limit no clock runs.
  if (limit === null) return { ...basics, state: 'idle', value: '—' };
  return { ...basics, state: past ? 'over' : 'running', value };
}

/**
 * Returns the clock of domain.md 7.3 as five cells: 响应 and 告知家属 count from the reception, 首呼 from 接警, 到场 from 派单. A
 * closed warn has stopped clocks.
 * @param now ms since 1970, corrected by the server's clock
 * @param dialledAt ms since 1970 of an active call that is not yet recorded: it counts as 首呼
 */
export function clockCells(warn: ClockInput, now: number, dialledAt: number | null = null): ClockCell[] {
  const { clock, limits } = warn;
  const called = clock.called ?? (dialledAt === null ? null : dialledAt - Date.parse(warn.receivedAt));
  const open = warn.status === 'pending' || warn.status === 'handling';
  const elapsed = open ? Math.max(0, now - Date.parse(warn.receivedAt)) : null;
  const spans: Span[] = [
    { key: 'claim', title: '响应', from: 0, to: clock.claimed, limit: limits.claim },
    { key: 'call', title: '首呼', from: clock.claimed, to: called, limit: limits.call },
    { key: 'family', title: '告知家属', from: 0, to: clock.familyTold, limit: limits.family },
    { key: 'dispatch', title: '派单', from: 0, to: clock.dispatched, limit: null },
    { key: 'arrival', title: '到场', from: clock.dispatched, to: clock.arrived, limit: limits.arrival },
  ];
  return spans.map((span) => cell(span, elapsed));
}
