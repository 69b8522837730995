import type { locationApi } from '#features/location/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Fix } from '#shared/place/fix.ts';

export type TrackAnswer = OutputOf<(typeof locationApi)['getTrack']>;
type TrackDevice = TrackAnswer['devices'][number];

/** One position of a track. */
export interface TrackPoint extends Fix {
  /** km/h. */
  speed: number | null;
  device: TrackDevice | undefined;
}

/** Returns the points of an answer, whose columns are differences. */
export function decodeTrack(answer: TrackAnswer): TrackPoint[] {
  const { t0, dt, accuracy, speed, source, sources, device, devices } = answer;
  let [seconds, lat, lng] = [0, 0, 0];
  return dt.map((step, i) => {
    seconds += step;
    lat += answer.lat[i] ?? 0;
    lng += answer.lng[i] ?? 0;
    const tenths = speed[i] ?? null;
    return {
      at: (t0 ?? 0) + seconds * 1000,
      lat: lat / 1e6,
      lng: lng / 1e6,
      accuracy: accuracy[i] ?? null,
      source: sources[source[i] ?? -1] ?? null,
      speed: tenths === null ? null : tenths / 10,
      device: devices[device[i] ?? -1],
    };
  });
}
