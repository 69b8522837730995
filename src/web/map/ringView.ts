import type { Position } from '#shared/district.ts';

/** Zoom at which a pixel is about a metre, and the limits of the view of a ring. */
const metreZoom = 16;
const limits = { far: 8, near: 16 };
/** Part of the map's height that the ring fills. */
const filled = 0.7;

/** Returns the view that shows a ring in a map of this height. */
export function ringView(
  ring: { centre: Position; metres: number },
  height: number,
): { center: Position; zoom: number } {
  const metresPerPixel = (2 * ring.metres) / (filled * height);
  const zoom = metreZoom - Math.log2(Math.max(metresPerPixel, 0.1));
  return { center: ring.centre, zoom: Math.min(limits.near, Math.max(limits.far, zoom)) };
}
