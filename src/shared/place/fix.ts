import type { positionModes } from '#shared/codes.ts';

/** How a position was found. */
export type PositionSource = keyof typeof positionModes;

/** A position of a device as it was measured; WGS-84. */
export interface Fix {
  /** Device time, ms. */
  at: number;
  lat: number;
  lng: number;
  /** Metres; null where the device gives none. */
  accuracy: number | null;
  source: PositionSource | null;
}

/** Accuracy in metres where the device gives none (domain.md 6.14). */
const typicalAccuracy: Readonly<Record<PositionSource, number>> = {
  gnss: 30,
  beidou: 30,
  beacon: 30,
  manual: 30,
  wifi: 100,
  unknown: 100,
  cell: 1000,
};

/** Returns the accuracy of a fix in metres, the usual one of its source where the device gives none. */
export function accuracyOf({ accuracy, source }: Pick<Fix, 'accuracy' | 'source'>): number {
  return accuracy ?? typicalAccuracy[source ?? 'unknown'];
}

const minute = 60_000;

/**
 * Returns from which age in ms a position is stale: twice the reporting interval (s), 10 to 60 minutes; 10 minutes where
 * the interval is unknown. One rule for map, list and desk.
 */
export function staleAfter(intervalSeconds: number | null): number {
  return Math.min(60 * minute, Math.max(10 * minute, 2000 * (intervalSeconds ?? 0)));
}
