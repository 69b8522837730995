import type { WarnLevel } from '#shared/codes.ts';
import type { WarnRow } from './desk/types.ts';
import { isQueueType } from './warnRows.ts';

/** Waits for somebody to take it, and is announced: banner for levels 1–3, nothing for 提示 and for silent entries. */
export function isAnnounced(row: WarnRow): boolean {
  return row.status === 'pending' && !row.silent && isQueueType(row) && ringLevel(row) < 4;
}

/** The level that is heard: an unregistered number's alarm rings as level 2 for those who get it (domain.md 7.2). */
export function ringLevel(row: Pick<WarnRow, 'type' | 'level'>): WarnLevel {
  return row.type === 'unknown' ? 2 : (row.level as WarnLevel);
}

/** What rings on and on: the most urgent of the waiting levels 1 and 2, and the reception of its longest waiting alarm. */
export function ringOf(rows: readonly WarnRow[]): { level: 1 | 2; oldest: number } | null {
  const ringing = rows.filter((row) => isAnnounced(row) && ringLevel(row) <= 2);
  if (ringing.length === 0) return null;
  const level = ringing.some((row) => ringLevel(row) === 1) ? 1 : 2;
  const received = ringing.filter((row) => ringLevel(row) === level).map((row) => Date.parse(row.receivedAt));
  return { level, oldest: Math.min(...received) };
}

/** Presses that were not there before: of waiting alarms, and of such as somebody already handles. */
export interface Arrivals {
  waiting: WarnRow[];
  handled: WarnRow[];
}

/**
 * Compares with the presses known so far and writes the new ones down.
 * @param known press count of each alarm seen, by id; changed in place
 */
export function arrivals(rows: readonly WarnRow[], known: Map<string, number>): Arrivals {
  const found: Arrivals = { waiting: [], handled: [] };
  for (const row of rows) {
    const before = known.get(row.id);
    known.set(row.id, row.repeatCount);
    if (before !== undefined && before >= row.repeatCount) continue;
    if (isAnnounced(row)) found.waiting.push(row);
    else if (before !== undefined && row.status === 'handling' && !row.silent) found.handled.push(row);
  }
  return found;
}
