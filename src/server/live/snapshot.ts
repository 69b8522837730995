/** A PostgreSQL snapshot `xmin:xmax:xip,…`: which transactions had committed when it was taken. */
export interface Snapshot {
  text: string;
  xmin: bigint;
  xmax: bigint;
  running: ReadonlySet<bigint>;
}

const form = /^(\d{1,20}):(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?)$/;

/** Reads the text form; null when it is not one. */
export function parseSnapshot(text: string): Snapshot | null {
  const match = form.exec(text);
  if (!match) return null;
  const running = match[3] ? match[3].split(',').map(BigInt) : [];
  return { text, xmin: BigInt(match[1] as string), xmax: BigInt(match[2] as string), running: new Set(running) };
}

/** Whether a transaction's rows were visible in the snapshot. */
export function isVisible(snapshot: Snapshot, xid: bigint): boolean {
  return xid < snapshot.xmin || (xid < snapshot.xmax && !snapshot.running.has(xid));
}

/** Whether all that `earlier` saw is seen by `later` too. */
export function covers(later: Snapshot, earlier: Snapshot): boolean {
  if (later.xmax < earlier.xmax) return false;
  for (const xid of later.running) if (isVisible(earlier, xid)) return false;
  return true;
}

/**
 * Where a stream stands: everything that `base` saw, and of the batch that `batch` saw the events up to and with `upTo`.
 * Between two batches `batch` is null. To the client it is an opaque string behind the epoch.
 */
export interface Cursor {
  epoch: string;
  base: Snapshot;
  batch: Snapshot | null;
  upTo: bigint;
}

export function formatCursor(cursor: Cursor): string {
  const tail = cursor.batch ? `~${cursor.batch.text}~${cursor.upTo}` : '';
  return `${cursor.epoch}.${cursor.base.text}${tail}`;
}

/** Reads a client's cursor; null when it is malformed or from another epoch (the page then fetches anew). */
export function parseCursor(text: string, epoch: string): Cursor | null {
  if (text.length > 4000 || !text.startsWith(`${epoch}.`)) return null;
  const [baseText = '', batchText, upTo] = text.slice(epoch.length + 1).split('~');
  const base = parseSnapshot(baseText);
  if (!base) return null;
  if (batchText === undefined) return { epoch, base, batch: null, upTo: 0n };
  const batch = parseSnapshot(batchText);
  if (!batch || !upTo || !/^\d{1,19}$/.test(upTo)) return null;
  return { epoch, base, batch, upTo: BigInt(upTo) };
}

/** Whether the stream at this cursor has had the event. */
export function alreadySent(cursor: Cursor, xid: bigint, id: bigint): boolean {
  if (isVisible(cursor.base, xid)) return true;
  return cursor.batch !== null && isVisible(cursor.batch, xid) && id <= cursor.upTo;
}
