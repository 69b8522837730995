import type { Snapshot } from './snapshot.ts';

/** How far back a page's first read may lie, ms. */
const retentionMs = 60_000;
/** Between two remembered snapshots, ms: one that is a little older than wanted serves as well. */
const apart = 250;
/** The page's clock runs on while its question travels, ms. */
const travel = 5000;

interface Past {
  /** On this process's monotonic clock, ms; the snapshot was taken then or before. */
  at: number;
  snapshot: Snapshot;
}

let past: Past[] = [];
/** When the pages were last told of something that stands in no snapshot, ms on the same clock. */
let unstoredAt = Number.NEGATIVE_INFINITY;

/** Remembers a snapshot that was taken just now. */
export function rememberSnapshot(snapshot: Snapshot): void {
  const at = performance.now();
  const last = past.at(-1);
  if (last && at - last.at < apart) return;
  const young = past.findIndex((entry) => at - entry.at <= retentionMs);
  // One that is older than all that is kept still serves who asks for the oldest.
  past = [...past.slice(Math.max(0, young < 0 ? past.length - 1 : young - 1)), { at, snapshot }];
}

/** Pages were told of a change that is no stored event: who starts before it must read for itself. */
export function markUnstoredEvent(): void {
  unstoredAt = performance.now();
}

/** Forgets all, when the dispatcher stops. */
export function clearSnapshots(): void {
  past = [];
}

/**
 * A snapshot from before a page's first read, which began `age` ms ago by the page's clock, and how many ms back it lies
 * now; null when none is remembered from so long ago.
 */
export function snapshotBefore(ageMs: number): { snapshot: Snapshot; reach: number } | null {
  const now = performance.now();
  const entry = past.findLast(({ at }) => now - at >= ageMs + travel);
  if (!entry || unstoredAt >= entry.at) return null;
  return { snapshot: entry.snapshot, reach: Math.floor(now - entry.at) };
}
