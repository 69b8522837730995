import type { OutputOf } from '#shared/endpoint.ts';
import { durationText, signUnit, signValue } from '#shared/health/rule/sentence.ts';
import { listTime, waiting } from '#web/data/format.ts';
import { type WarningState, type warningApi, warningResults } from '../contract.ts';

export type Warning = OutputOf<typeof warningApi.getEarlyWarningList>;

export const isOpen = ({ state }: Pick<Warning, 'state'>) => state === 'pending' || state === 'handling';

/** Whether health staff may take it. */
export const isWaiting = ({ state, family }: Pick<Warning, 'state' | 'family'>) =>
  state === 'pending' && family === 'health';

/** Signs whose value is how long they last. */
const lasting = ['in_bed', 'motion'];

const isTime = ({ metric, direction }: Pick<Warning, 'metric' | 'direction'>) =>
  lasting.includes(metric) || (metric === 'breath_rate' && direction === 'other');

/** Returns value, limit and unit of a warning as they stand in columns. */
export function figuresOf(row: Pick<Warning, 'metric' | 'direction' | 'value' | 'limit'>) {
  const { metric, direction, value, limit } = row;
  if (isTime(row)) {
    const text = (minutes: number) => durationText(minutes).replaceAll(' ', '');
    return { value: text(value), sign: '>', limit: limit === null ? null : text(limit), unit: '' };
  }
  return {
    value: signValue(metric, value),
    sign: direction === 'low' ? '<' : '>',
    limit: limit === null ? null : signValue(metric, limit),
    unit: metric === 'news2' ? '分' : signUnit(metric),
  };
}

/** State of the deadline of a waiting warning at an instant, ms. */
export function waitOf({ createdAt, dueAt }: Pick<Warning, 'createdAt' | 'dueAt'>, now: number) {
  const waited = Math.max(0, now - Date.parse(createdAt));
  if (dueAt === null) return { text: waiting(waited), share: null, tone: 'calm' as const, limit: null };
  const whole = Math.max(60_000, Date.parse(dueAt) - Date.parse(createdAt));
  const share = waited / whole;
  const minutes = Math.round(whole / 60_000);
  return {
    text: share > 1 ? `逾期 ${waiting(waited - whole)}` : waiting(waited),
    share: Math.min(1, share),
    tone: share > 1 ? ('late' as const) : share >= 0.7 ? ('soon' as const) : ('calm' as const),
    limit: minutes >= 120 && minutes % 60 === 0 ? `${minutes / 60} 时` : `${minutes} 分`,
  };
}

/** Returns what stands in grey behind the state. */
export function stateNote(row: Warning): string | null {
  const { state, family, handlerName, recoveredAt, finishedAt, result, timeZone } = row;
  if (family === 'sos' && isOpen(row)) return '接警台处理';
  if (state === 'recovered') return listTime(finishedAt, Date.now(), timeZone);
  if (state === 'done') return result === null ? null : warningResults[result];
  if (isOpen(row) && recoveredAt !== null) return '体征已恢复';
  return state === 'pending' && handlerName !== null ? `给 ${handlerName}` : null;
}

/** Glyph of the warn list that stands for a state. */
export const glyphs = {
  pending: 'pending',
  handling: 'handling',
  done: 'done',
  ignored: 'false',
} as const satisfies Partial<Record<WarningState, string>>;
