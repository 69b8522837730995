import { warnOrderFor } from '#shared/warnOrder.ts';
import type { WarnRow } from './desk/types.ts';
import { isWaiting } from './warnRows.ts';

/** The alarm that F2 takes: the first in the user's order, which banner and queue begin with. */
export function nextWarn(rows: readonly WarnRow[], userId: string | null): WarnRow | undefined {
  return rows.filter(isWaiting).toSorted(warnOrderFor(userId))[0];
}
