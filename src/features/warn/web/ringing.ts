import type { WarnLevel } from '#shared/codes.ts';
import { isDeviceWork } from '#shared/deviceWork.ts';
import type { WarnRow } from './desk/types.ts';

/** Waits for somebody to take it, and is announced: banner for levels 1–3, nothing for 提示 and for silent entries. */
export function isAnnounced(row: WarnRow): boolean {
  return row.status === 'pending' && !row.silent && !isDeviceWork(row) && ringLevel(row) < 4;
}

/** The level that is heard: an alarm of which nobody knows what it is rings as level 2 at least; the press of an unregistered number is level 1. */
export function ringLevel(row: Pick<WarnRow, 'type' | 'level'>): WarnLevel {
  return (row.type === 'unknown' ? Math.min(row.level, 2) : row.level) as WarnLevel;
}

/** What rings on and on: the most urgent of the waiting levels 1 and 2, and the reception of its longest waiting alarm. */
export function ringOf(rows: readonly WarnRow[]): { level: 1 | 2; oldest: number } | null {
  const ringing = rows.filter((row) => isAnnounced(row) && ringLevel(row) <= 2);
  if (ringing.length === 0) return null;
  const level = ringing.some((row) => ringLevel(row) === 1) ? 1 : 2;
  const received = ringing.filter((row) => ringLevel(row) === level).map((row) => Date.parse(row.receivedAt));
  return { level, oldest: Math.min(...received) };
}

/** What is new: alarms that wait since now or were pressed again, and presses on such as somebody handles. */
export interface Arrivals {
  waiting: WarnRow[];
  handled: WarnRow[];
}

/** How an alarm was seen last. */
export interface SeenWarn {
  presses: number;
  /** Somebody had it in hand. */
  held: boolean;
}

/**
 * Compares with what was seen so far and writes the new down. An urgent alarm that its handler has given back arrives anew:
 * nobody has it any more.
 * @param seenById each alarm as it was seen last, by id; changed in place
 */
export function arrivals(rows: readonly WarnRow[], seenById: Map<string, SeenWarn>): Arrivals {
  const result: Arrivals = { waiting: [], handled: [] };
  for (const row of rows) {
    const previous = seenById.get(row.id);
    seenById.set(row.id, { presses: row.repeatCount, held: row.status === 'handling' });
    const back = previous?.held === true && ringLevel(row) === 1;
    const pressed = previous === undefined || previous.presses < row.repeatCount;
    if (isAnnounced(row)) {
      if (pressed || back) result.waiting.push(row);
    } else if (pressed && previous !== undefined && row.status === 'handling' && !row.silent) result.handled.push(row);
  }
  return result;
}
