import { districtCentre } from '#shared/district.ts';
import { fitted, type View } from './projection.ts';
import type { MapProps } from './types.ts';

const usualZoom = 16;
const districtZoom = 13.5;

type Size = { width: number; height: number };
type Aim = Pick<MapProps, 'center' | 'zoom' | 'markers' | 'lines' | 'zones'>;

/** Where the map should look: at `center`, else at all markers, ways and fences, else at the whole district. */
export function aim({ center, zoom, markers, lines = [], zones = [] }: Aim, { width, height }: Size): View {
  const size = { width, height };
  if (center) {
    return { ...center, zoom: zoom ?? usualZoom, ...size };
  }
  const fences = zones.flatMap((zone) => ('points' in zone ? zone.points : [zone.centre]));
  const points = [...markers, ...lines.flatMap((line) => line.points), ...fences];
  const padding = Math.min(72, height / 4, width / 4);
  const fit = fitted(points, size, padding, usualZoom);
  return { ...(fit ?? { ...districtCentre, zoom: districtZoom }), ...size };
}

/** Changes when the map should look somewhere else: another centre or other markers, not a marker that moved. */
export function aimKey({ center, zoom, markers, zones = [] }: Aim): string {
  return center
    ? `${center.lat},${center.lng},${zoom ?? usualZoom}`
    : [...markers, ...zones].map((one) => one.id).join();
}
