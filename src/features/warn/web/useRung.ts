import { useNow } from '#web/core/now.ts';
import { useLiveState } from '#web/live/live.ts';
import { isLost } from '#web/live/protocol.ts';
import { rungText } from './desk/queueGroups.ts';
import type { WarnRow } from './desk/types.ts';

/** What the ladder does next, as the server said last; null on a lost line, where nobody knows whether it still holds. */
export function useRung(row: Pick<WarnRow, 'nextRung' | 'nextRungAt'>): string | null {
  const now = useNow(1000);
  const { state } = useLiveState();
  return isLost(state) ? null : rungText(row, now);
}
