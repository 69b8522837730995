import { distance } from '#shared/distance.ts';
import { districtCentre, type Position } from '#shared/district.ts';
import type { MapBase } from '../base/load.ts';
import type { MapProps } from '../types.ts';
import { closestZoom } from './districtZoom.ts';
import { clampLatitude, fitted, type Viewport } from './projection.ts';

const districtZoom = 13.5;
/** China, for a map without content. */
const country = { lat: 35.5, lng: 104, zoom: 2.6 } as const;
/** Maximum distance in metres from the selected marker for points shown together with it. */
const together = 50_000;

type Size = { width: number; height: number };
type InitialViewProps = Pick<MapProps, 'center' | 'zoom' | 'markers' | 'lines' | 'zones' | 'selectedId' | 'onPlace'>;

/** Returns the points to show: the selected marker with nearby points, else all. */
function pointsOf({ markers, lines = [], zones = [], selectedId }: InitialViewProps, showAll: boolean): Position[] {
  const fences = zones.flatMap((zone) => ('points' in zone ? zone.points : [zone.centre]));
  const all = [...markers, ...lines.flatMap((line) => line.points), ...fences];
  const selected = markers.find(({ id }) => id === selectedId);
  return selected && !showAll ? [selected, ...all.filter((point) => distance(selected, point) <= together)] : all;
}

/**
 * Returns the initial view: `center`, else the selected marker with nearby points (`showAll`: all points), limited by
 * `closestZoom`; without points the demo's district or the whole country.
 */
export function initialView(
  props: InitialViewProps,
  { width, height }: Size,
  base: MapBase,
  showAll = false,
): Viewport {
  const size = { width, height };
  const { center, zoom } = props;
  if (center) {
    return { lng: center.lng, lat: clampLatitude(center.lat), zoom: zoom ?? closestZoom(base, center, size), ...size };
  }
  const points = pointsOf(props, showAll);
  const [first] = points;
  if (!first) return { ...(base.district ? { ...districtCentre, zoom: districtZoom } : country), ...size };
  const padding = Math.min(72, height / 4, width / 4);
  const fit = fitted(points, size, padding, closestZoom(base, first, size));
  return { ...(fit ?? country), ...size };
}

/**
 * Returns a key that changes when the map must move: another centre or other markers, but not a marker that moved or is
 * placed by hand.
 */
export function initialViewKey({ center, zoom, markers, zones = [], onPlace }: InitialViewProps): string {
  if (center) return `${center.lat},${center.lng},${zoom}`;
  return onPlace ? '' : [...markers, ...zones].map((shape) => shape.id).join();
}
