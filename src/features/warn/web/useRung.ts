import { useNow } from '#web/core/now.ts';
import { useLiveState } from '#web/live/live.ts';
import { isLost } from '#web/live/protocol.ts';
import { rungText } from './desk/queueGroups.ts';
import type { WarnRow } from './desk/types.ts';

/** Returns the next rung as last sent by the server; null on a lost line, where it may be outdated. */
export function useRung(row: Pick<WarnRow, 'nextRung' | 'nextRungAt'>): string | null {
  const now = useNow(1000);
  const { state } = useLiveState();
  return isLost(state) ? null : rungText(row, now);
}
