import { deviceTypes, keysOf, warnTypes } from '#shared/codes.ts';
import { isDeviceWork } from '#shared/deviceWork.ts';
import { warnOrderFor } from '#shared/warnOrder.ts';
import { units } from './desk/storm.ts';
import type { WarnRow } from './desk/types.ts';

interface StoredRow {
  row: WarnRow;
  /** Count of changes when the row last changed, to tell what a fetch could not have seen. */
  touched: number;
}

/** The alarms that this tab knows: open ones, and the last finished ones, so that an older message cannot reopen them. */
export interface WarnRows {
  byId: Map<string, StoredRow>;
  changes: number;
}

const maxFinished = 500;

export function emptyRows(): WarnRows {
  return { byId: new Map(), changes: 0 };
}

const isOpen = (row: WarnRow) => row.status === 'pending' || row.status === 'handling';

/** Types that the SOS queue asks the server for; device work among them is left out by `isDeviceWork` (domain.md 7.2). */
export const queueTypes = keysOf(warnTypes).filter((type) => !deviceTypes.includes(type));

/** Parts of a row (progress, next rung, other alarms) change without a new version: of two equal ones the later counts. */
function isSame(a: WarnRow, b: WarnRow): boolean {
  return a.version === b.version && JSON.stringify(a) === JSON.stringify(b);
}

type Waiting = Pick<WarnRow, 'status' | 'test' | 'silent' | 'family' | 'type'>;

/** Somebody waits, as the server counts it (`waiting`): a silent test is in the queue, but nobody has to claim it. */
export const isWaiting = (row: Waiting): boolean =>
  row.status === 'pending' && !(row.test && row.silent) && !isDeviceWork(row);

/**
 * Takes over a row unless a newer version of it is known.
 * @returns whether something changed
 */
export function mergeRow(rows: WarnRows, row: WarnRow): boolean {
  const previous = rows.byId.get(row.id);
  if (previous && (previous.row.version > row.version || isSame(previous.row, row))) return false;
  // A finished row goes to the end, so that the oldest one is forgotten first.
  if (!isOpen(row)) rows.byId.delete(row.id);
  rows.changes += 1;
  rows.byId.set(row.id, { row, touched: rows.changes });
  dropFinished(rows);
  return true;
}

/**
 * Takes over a whole fetch of the open alarms. What it does not hold is open no longer (or out of sight), except what
 * changed after the fetch began.
 * @param begun `changes` when the fetch began
 * @param complete false when the fetch was cut at its bound: then nothing can be told from what is missing
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
    // What an event told meanwhile is the newer reading of the same version.
    if (!stored || stored.touched <= begun || stored.row.version < row.version) mergeRow(rows, row);
  }
}

/** 待处理 then 处理中, each level → escalated → longest waiting; of those that wait a storm stands together. */
export function openRows(rows: WarnRows, userId: string | null = null): WarnRow[] {
  const open = [...rows.byId.values()].map((stored) => stored.row).filter((row) => isOpen(row) && !isDeviceWork(row));
  return inShownOrder(open, userId);
}

/** The user's order with storms gathered: banner and queue show it, and their first alarm is the one that F2 takes. */
export function inShownOrder(rows: readonly WarnRow[], userId: string | null): WarnRow[] {
  const sorted = rows.toSorted(warnOrderFor(userId));
  const waiting = sorted.filter(({ status }) => status === 'pending');
  return [...units(waiting, userId).flat(), ...sorted.slice(waiting.length)];
}

/** The alarm as the end of its handler's session leaves it: it waits again. */
export function releasedRow<Row extends WarnRow>(row: Row): Row {
  return { ...row, status: 'pending', handlerId: null, handlerName: null, claimedAt: null, progress: '已释放' };
}

function dropFinished(rows: WarnRows) {
  const finished = [...rows.byId.values()].filter((stored) => !isOpen(stored.row));
  for (const stored of finished.slice(0, Math.max(0, finished.length - maxFinished))) rows.byId.delete(stored.row.id);
}
