import { ringMetres } from '#shared/place/ring.ts';
import { ago, distanceText, fullTime } from '#web/data/format.ts';
import type { MapMarker, MapProps } from '#web/map/types.ts';
import type { Lost } from './LostForms.tsx';

const states: Record<Lost['reporting']['state'], string> = {
  none: '没有可调整间隔的设备，或未同意定位',
  queued: '等设备上线',
  sent: '已下发',
  acknowledged: '设备已改',
  failed: '设备没有应答',
  expired: '指令已过期',
};

/** Returns how often the devices report, and whether they have been asked to. */
export function reportingText({ state, seconds }: Lost['reporting']): string {
  return state === 'none' ? states.none : `每 ${seconds} 秒，${states[state]}`;
}

/** Returns the ring's radius at this time. */
export function radiusAt({ ring, speed }: Pick<Lost, 'ring' | 'speed'>, now: number): number | null {
  return ring && ringMetres({ speed, accuracy: ring.accuracy, at: Date.parse(ring.at) }, now);
}

/** Returns 1.2 km 内，按 14:05 的定位. */
export function ringText(lost: Lost, now: number): string | null {
  const { ring, timeZone } = lost;
  if (!ring) return null;
  const from = ring.from === 'fix' ? '定位' : '最后见到处';
  return `${distanceText(radiusAt(lost, now))} 内，从 ${fullTime(ring.at, timeZone)} 的${from}起算`;
}

/** Returns the age of the last place. */
export function placeText({ place }: Lost, now: number): string | null {
  if (!place) return null;
  return `${ago(now - Date.parse(place.at))}${place.stale ? '，已陈旧' : ''}`;
}

/** Returns ring, track and markers for the map; null without any place. */
export function mapOf(lost: Lost, now: number): Pick<MapProps, 'markers' | 'lines' | 'zones'> | null {
  const { ring, place, seen, track, nearby, customerName } = lost;
  const radius = radiusAt(lost, now);
  const markers: MapMarker[] = [];
  if (place)
    markers.push({
      ...{ id: 'place', kind: 'alarm', level: 1, label: customerName, lat: place.lat, lng: place.lng },
      ...{ at: place.at, stale: place.stale },
      ...(place.accuracy !== null && { accuracy: place.accuracy }),
    });
  if (seen) markers.push({ id: 'seen', kind: 'contact', label: '最后见到', ...seen, at: lost.seenAt });
  for (const { name, lat, lng, distance } of nearby)
    if (lat !== null && lng !== null)
      markers.push({ id: `help-${name}`, kind: 'station', label: name, note: distanceText(distance) ?? '', lat, lng });
  if (markers.length === 0) return null;
  return {
    markers,
    lines: track.length > 1 ? [{ id: 'track', points: track }] : [],
    zones:
      ring && radius
        ? [{ id: 'ring', kind: 'safe', label: `可能范围 ${distanceText(radius)}`, centre: ring.centre, radius }]
        : [],
  };
}
