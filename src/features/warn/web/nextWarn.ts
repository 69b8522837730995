import { warnOrderFor } from '#shared/warnOrder.ts';
import type { WarnRow } from './types.ts';
import { isWaiting } from './warnRows.ts';

/** Returns the warn that F2 claims: the first in the user's order, as in banner and queue. */
export function nextWarn(rows: readonly WarnRow[], userId: string | null): WarnRow | undefined {
  return rows.filter(isWaiting).toSorted(warnOrderFor(userId))[0];
}
