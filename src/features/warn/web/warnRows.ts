import { deviceTypes, keysOf, warnTypes } from '#shared/codes.ts';
import { isDeskWork, warnOrderFor } from '#shared/warnOrder.ts';
import { units } from './storm.ts';
import type { WarnRow } from './types.ts';

interface StoredRow {
  row: WarnRow;
  /** Change count at the row's last change, to detect what a fetch could not contain. */
  touched: number;
}

/** Warns known to this tab: open ones, and the last closed ones, so that an older message cannot reopen them. */
export interface WarnRows {
  byId: Map<string, StoredRow>;
  changes: number;
}

const maxFinished = 500;

export function emptyRows(): WarnRows {
  return { byId: new Map(), changes: 0 };
}

const isOpen = (row: WarnRow) => row.status === 'pending' || row.status === 'handling';

/** Types that the SOS queue requests; `isDeskWork` then removes the other work among them (domain.md 7.2). */
export const queueTypes = keysOf(warnTypes).filter((type) => !deviceTypes.includes(type));

/**
 * Whether two rows are equal. Parts of a row (progress, next rung, other warns) change without a new version: of two
 * equal versions the later counts.
 */
function isSame(a: WarnRow, b: WarnRow): boolean {
  return a.version === b.version && JSON.stringify(a) === JSON.stringify(b);
}

type Waiting = Pick<WarnRow, 'status' | 'test' | 'silent' | 'family' | 'type'>;

/** Whether the warn waits, as the server counts it (`waiting`): a silent test is in the queue, but needs no claim. */
export const isWaiting = (row: Waiting): boolean =>
  row.status === 'pending' && !(row.test && row.silent) && isDeskWork(row);

/**
 * Merges a row unless a newer version of it is known.
 * @returns whether something changed
 */
export function mergeRow(rows: WarnRows, row: WarnRow): boolean {
  const previous = rows.byId.get(row.id);
  if (previous && (previous.row.version > row.version || isSame(previous.row, row))) return false;
  // A closed row moves to the end, so that the oldest is evicted first.
  if (!isOpen(row)) rows.byId.delete(row.id);
  rows.changes += 1;
  rows.byId.set(row.id, { row, touched: rows.changes });
  dropFinished(rows);
  return true;
}

/**
 * Merges a complete fetch of the open warns. Missing rows are closed or out of scope, except those changed after the
 * fetch began.
 * @param begun `changes` when the fetch began
 * @param complete false if the fetch hit its limit: missing rows then mean nothing
 */
export function mergeFetch(rows: WarnRows, fetched: readonly WarnRow[], begun: number, complete: boolean): void {
  const seen = new Set(fetched.map((row) => row.id));
  for (const [id, stored] of complete ? rows.byId : []) {
    if (isOpen(stored.row) && !seen.has(id) && stored.touched <= begun) {
      rows.byId.delete(id);
      rows.changes += 1;
    }
  }
  for (const row of fetched) {
    const stored = rows.byId.get(row.id);
    // A row from an event meanwhile is newer at the same version.
    if (!stored || stored.touched <= begun || stored.row.version < row.version) mergeRow(rows, row);
  }
}

/** Returns 待处理, then 处理中, each by level, escalation, longest wait; storms of waiting warns are grouped. */
export function openRows(rows: WarnRows, userId: string | null = null): WarnRow[] {
  const open = [...rows.byId.values()].map((stored) => stored.row).filter((row) => isOpen(row) && isDeskWork(row));
  return inShownOrder(open, userId);
}

/** Returns rows in the user's order with storms grouped: banner and queue show it, and F2 claims its first. */
export function inShownOrder(rows: readonly WarnRow[], userId: string | null): WarnRow[] {
  const sorted = rows.toSorted(warnOrderFor(userId));
  const waiting = sorted.filter(({ status }) => status === 'pending');
  return [...units(waiting, userId).flat(), ...sorted.slice(waiting.length)];
}

/** Returns the warn as it is after the end of its handler's session: it waits again. */
export function releasedRow<Row extends WarnRow>(row: Row): Row {
  return { ...row, status: 'pending', handlerId: null, handlerName: null, claimedAt: null, progress: '已释放' };
}

function dropFinished(rows: WarnRows) {
  const finished = [...rows.byId.values()].filter((stored) => !isOpen(stored.row));
  for (const stored of finished.slice(0, Math.max(0, finished.length - maxFinished))) rows.byId.delete(stored.row.id);
}
