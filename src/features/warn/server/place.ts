import type { StoredWarn } from './access.ts';

export interface Place {
  lat: number;
  lng: number;
  accuracy: number | null;
  source: string;
  at: string;
}

/** The newer of the alarm's own position and the last one of the person's devices. */
export function newestPlace(row: StoredWarn, last: Place | null): Place | null {
  if (row.lat === null || row.lng === null || row.positionAt === null) return last;
  const own = {
    lat: row.lat,
    lng: row.lng,
    accuracy: row.accuracy,
    source: row.positionSource ?? 'unknown',
    at: row.positionAt,
  };
  return last && last.at > own.at ? last : own;
}
