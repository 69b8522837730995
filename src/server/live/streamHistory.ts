import type { Snapshot } from './snapshot.ts';

/** Maximum age of a page's first read, ms. */
const retentionMs = 60_000;
/** Minimum interval between remembered snapshots, ms: a slightly older one is good enough. */
const apart = 250;
/** Allowance for the travel time of the page's request, ms. */
const travel = 5000;

interface Past {
  /** Time on this process's monotonic clock, ms; the snapshot is from then or earlier. */
  at: number;
  snapshot: Snapshot;
}

let past: Past[] = [];
/** Time of the last event that is in no snapshot, ms on the monotonic clock. */
let unstoredAt = Number.NEGATIVE_INFINITY;

/** Stores a snapshot taken just now. */
export function rememberSnapshot(snapshot: Snapshot): void {
  const at = performance.now();
  const last = past.at(-1);
  if (last && at - last.at < apart) return;
  const young = past.findIndex((entry) => at - entry.at <= retentionMs);
  // Keeps one snapshot older than the retention, for requests of the maximum age.
  past = [...past.slice(Math.max(0, young < 0 ? past.length - 1 : young - 1)), { at, snapshot }];
}

/** Call after sending an event that is not stored: pages resuming from an older snapshot must reload. */
export function markUnstoredEvent(): void {
  unstoredAt = performance.now();
}

/** Clears all snapshots when the dispatcher stops. */
export function clearSnapshots(): void {
  past = [];
}

/**
 * Returns a snapshot from before a page's first read, which began `ageMs` ago by the page's clock, and the snapshot's
 * age in ms (`reach`); null if none is old enough.
 */
export function snapshotBefore(ageMs: number): { snapshot: Snapshot; reach: number } | null {
  const now = performance.now();
  const entry = past.findLast(({ at }) => now - at >= ageMs + travel);
  if (!entry || unstoredAt >= entry.at) return null;
  return { snapshot: entry.snapshot, reach: Math.floor(now - entry.at) };
}
