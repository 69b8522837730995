/** A PostgreSQL snapshot `xmin:xmax:xip,…`: the transactions that were committed at its time. */
export interface Snapshot {
  text: string;
  xmin: bigint;
  xmax: bigint;
  running: ReadonlySet<bigint>;
}

const form = /^(\d{1,20}):(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?)$/;

/** Parses the text form; null if malformed. */
export function parseSnapshot(text: string): Snapshot | null {
  const match = form.exec(text);
  if (!match) return null;
  const running = match[3] ? match[3].split(',').map(BigInt) : [];
  return { text, xmin: BigInt(match[1] as string), xmax: BigInt(match[2] as string), running: new Set(running) };
}

/** Returns whether a transaction's rows are visible in the snapshot. */
export function isVisible(snapshot: Snapshot, xid: bigint): boolean {
  return xid < snapshot.xmin || (xid < snapshot.xmax && !snapshot.running.has(xid));
}

/** Returns whether `later` sees everything that `earlier` sees. */
export function covers(later: Snapshot, earlier: Snapshot): boolean {
  if (later.xmax < earlier.xmax) return false;
  for (const xid of later.running) if (isVisible(earlier, xid)) return false;
  return true;
}

/**
 * Position of a stream: all events visible in `base`, and those visible in `batch` up to and including `upTo`. Between
 * two batches `batch` is null. An opaque string after the epoch for clients.
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

/** Parses a client's cursor; null if malformed or from another epoch (the page then reloads). */
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

/** Returns whether the stream at this cursor has already received the event. */
export function alreadySent(cursor: Cursor, xid: bigint, id: bigint): boolean {
  if (isVisible(cursor.base, xid)) return true;
  return cursor.batch !== null && isVisible(cursor.batch, xid) && id <= cursor.upTo;
}
