import type { Position } from '#shared/district.ts';

/** Visible part of the world. Zoom as in MapLibre: the world is 512 · 2^zoom pixels wide. */
export type Viewport = Position & { zoom: number; width: number; height: number };
export type Pixel = { x: number; y: number };

const tileSize = 512;
const equatorMetres = 40_075_016.686;
export const zoomLimits = { min: 1, max: 19 } as const;
/** Northern and southern limit of Web Mercator, degrees. */
const mercatorEnd = 85.051129;

/** Limits a latitude to the map: the poles are at its edge. */
export function clampLatitude(lat: number): number {
  return Math.min(mercatorEnd, Math.max(-mercatorEnd, lat));
}

/** Normalizes a longitude to -180 up to 180. */
export function wrapLongitude(lng: number): number {
  return lng - 360 * Math.floor((lng + 180) / 360);
}

/** Projects degrees to Web Mercator: [0, 1] east and south. */
export function toWorld({ lat, lng }: Position): Pixel {
  const sine = Math.sin((clampLatitude(lat) * Math.PI) / 180);
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** Returns the degrees of a point of Web Mercator; the reverse of `toWorld`. */
export function fromWorld({ x, y }: Pixel): Position {
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
    lng: (x - 0.5) * 360,
  };
}

/** Projects a position to pixels from the top left corner of the view. */
export function project(viewport: Viewport, position: Position): Pixel {
  const scale = tileSize * 2 ** viewport.zoom;
  const [middle, point] = [toWorld(viewport), toWorld(position)];
  return {
    x: (point.x - middle.x) * scale + viewport.width / 2,
    y: (point.y - middle.y) * scale + viewport.height / 2,
  };
}

/** Projects the nearest copy of a position, also across the date line. */
export function projectNear(viewport: Viewport, { lat, lng }: Position): Pixel {
  return project(viewport, { lat, lng: lng - 360 * Math.round((lng - viewport.lng) / 360) });
}

/** Returns the visible area in degrees: west, south, east, north; beyond 180 if it crosses the date line. */
export function boxOf(viewport: Viewport): [number, number, number, number] {
  const northWest = unproject(viewport, { x: 0, y: 0 });
  const southEast = unproject(viewport, { x: viewport.width, y: viewport.height });
  return [northWest.lng, southEast.lat, southEast.lng, northWest.lat];
}

/** Returns the position under a pixel of the view; the reverse of `project`. */
export function unproject(viewport: Viewport, { x, y }: Pixel): Position {
  const scale = tileSize * 2 ** viewport.zoom;
  const middle = toWorld(viewport);
  return fromWorld({ x: middle.x + (x - viewport.width / 2) / scale, y: middle.y + (y - viewport.height / 2) / scale });
}

/** Returns the metres on the ground per pixel at the centre of the view. */
export function metresPerPixel({ lat, zoom }: Pick<Viewport, 'lat' | 'zoom'>): number {
  return (equatorMetres * Math.cos((lat * Math.PI) / 180)) / (tileSize * 2 ** zoom);
}

/** Limits the zoom to the range of the map. */
export function clampZoom(zoom: number): number {
  return Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom));
}

/** Moves a view by pixels; positive x moves east, positive y south. */
export function panned(viewport: Viewport, x: number, y: number): Viewport {
  const { lat, lng } = unproject(viewport, { x: viewport.width / 2 + x, y: viewport.height / 2 + y });
  return { ...viewport, lat: clampLatitude(lat), lng: wrapLongitude(lng) };
}

/** Changes the zoom while the position under `anchor` stays in place. */
export function zoomed(viewport: Viewport, by: number, anchor: Pixel): Viewport {
  const anchored = unproject(viewport, anchor);
  const next = { ...viewport, zoom: clampZoom(viewport.zoom + by) };
  const drifted = project(next, anchored);
  return panned(next, drifted.x - anchor.x, drifted.y - anchor.y);
}

/**
 * Returns centre and zoom that show all positions with `padding` pixels around them, not closer than `closest`.
 * Undefined without positions.
 */
export function fitted(
  positions: readonly Position[],
  size: { width: number; height: number },
  padding: number,
  closest = 16,
): (Position & { zoom: number }) | undefined {
  if (positions.length === 0) {
    return undefined;
  }
  // Relative to the first position, so that neighbours across the date line stay neighbours.
  const [first] = positions;
  const world = positions
    .map(toWorld)
    .map(({ x, y }) => ({ x: x - Math.round(x - (first ? toWorld(first).x : x)), y }));
  const [west, east] = [Math.min(...world.map((point) => point.x)), Math.max(...world.map((point) => point.x))];
  const [north, south] = [Math.min(...world.map((point) => point.y)), Math.max(...world.map((point) => point.y))];
  const room = (pixels: number) => Math.max(40, pixels - 2 * padding);
  const scale = Math.min(room(size.width) / (east - west), room(size.height) / (south - north));
  const middle = fromWorld({ x: (west + east) / 2, y: (north + south) / 2 });
  return {
    lat: middle.lat,
    lng: wrapLongitude(middle.lng),
    zoom: clampZoom(Math.min(closest, Math.log2(scale / tileSize))),
  };
}

/** Returns the scale bar: a round number of metres that is at most `widest` pixels long. */
export function scaleBar(metresPerPixel: number, widest: number): { metres: number; pixels: number; text: string } {
  const most = metresPerPixel * widest;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2].find((step) => step * power <= most) ?? 1) * power;
  return {
    metres,
    pixels: metres / metresPerPixel,
    text: metres >= 1000 ? `${metres / 1000} km` : `${metres} m`,
  };
}
