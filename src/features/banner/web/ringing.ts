import type { WarnRow } from '#features/warn/web/service.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { isDeskWork } from '#shared/warnOrder.ts';

/** Whether the warn waits for a claim and is announced: banner for levels 1–3, none for 提示 and silent entries. */
export function isAnnounced(row: WarnRow): boolean {
  return row.status === 'pending' && !row.silent && isDeskWork(row) && ringLevel(row) < 4;
}

/**
 * Returns the level for the sound: a warn of unknown type rings at least as level 2, an unregistered number as level 1.
 */
export function ringLevel(row: Pick<WarnRow, 'type' | 'level'>): WarnLevel {
  return (row.type === 'unknown' ? Math.min(row.level, 2) : row.level) as WarnLevel;
}

/**
 * Returns the continuous ring: the most urgent waiting level (1 or 2) and the reception of its longest waiting warn.
 */
export function ringOf(rows: readonly WarnRow[]): { level: 1 | 2; oldest: number } | null {
  const ringing = rows.filter((row) => isAnnounced(row) && ringLevel(row) <= 2);
  if (ringing.length === 0) return null;
  const level = ringing.some((row) => ringLevel(row) === 1) ? 1 : 2;
  const received = ringing.filter((row) => ringLevel(row) === level).map((row) => Date.parse(row.receivedAt));
  return { level, oldest: Math.min(...received) };
}

/** Arrivals: warns that started to wait or were pressed again, and presses on handled ones. */
export interface Arrivals {
  waiting: WarnRow[];
  handled: WarnRow[];
}

/** State of a warn when last seen. */
export interface SeenWarn {
  presses: number;
  /** Whether a user handled it. */
  held: boolean;
}

/**
 * Compares rows with those seen so far and updates them. An urgent warn that was released counts as an arrival.
 * @param seenById warns as last seen, by id; changed in place
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
