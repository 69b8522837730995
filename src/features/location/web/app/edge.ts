import { distance } from '#shared/distance.ts';
import type { Position } from '#shared/district.ts';
import { type Pixel, projectNear, type Viewport } from '#web/map/camera/projection.ts';

/** Distance of a pointer's middle from the edges, px. */
const inset = { x: 82, y: 22 };

/** Returns where at the edge of the view a place outside of it is pointed to, with its angle; null for one within. */
export function edgeOf(view: Viewport, place: Position): (Pixel & { degrees: number }) | null {
  const { x, y } = projectNear(view, place);
  if (x >= 0 && y >= 0 && x <= view.width && y <= view.height) return null;
  const middle = { x: view.width / 2, y: view.height / 2 };
  const [east, south] = [x - middle.x, y - middle.y];
  const part = Math.min(
    Math.max(1, middle.x - inset.x) / Math.max(1, Math.abs(east)),
    Math.max(1, middle.y - inset.y) / Math.max(1, Math.abs(south)),
  );
  const degrees = Math.round((Math.atan2(south, east) * 180) / Math.PI);
  return { x: Math.round(middle.x + east * part), y: Math.round(middle.y + south * part), degrees };
}

/** Streets are longer than the straight way, and a responder comes by electric bicycle, m/min. */
const detour = 1.3;
const metresPerMinute = 200;

/** Returns metres and whole minutes to a person. */
export function wayTo(from: Position, to: Position): { metres: number; minutes: number } {
  const metres = distance(from, to);
  return { metres, minutes: Math.max(1, Math.round((metres * detour) / metresPerMinute)) };
}
