import { useNow } from '#web/core/now.ts';
import { useLiveState } from '#web/live/live.ts';
import { isLost } from '#web/live/protocol.ts';
import type { WarnRow } from './types.ts';

/**
 * Returns 「19 秒后致电班长」 until it is due; later only the server knows the outcome. Seconds up to two minutes, then
 * minutes.
 */
export function rungText(row: Pick<WarnRow, 'nextRung' | 'nextRungAt'>, now: number): string | null {
  if (row.nextRung === null || row.nextRungAt === null) return null;
  const seconds = Math.ceil((Date.parse(row.nextRungAt) - now) / 1000);
  if (seconds <= 0) return null;
  return seconds < 120 ? `${seconds} 秒后${row.nextRung}` : `${Math.ceil(seconds / 60)} 分钟后${row.nextRung}`;
}

/** Returns the next rung as last sent by the server; null on a lost line, where it may be outdated. */
export function useRung(row: Pick<WarnRow, 'nextRung' | 'nextRungAt'>): string | null {
  const now = useNow(1000);
  const { state } = useLiveState();
  return isLost(state) ? null : rungText(row, now);
}
