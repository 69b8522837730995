import type { Position } from '#shared/district.ts';
import { panned, type Viewport } from '#web/map/camera/projection.ts';
import { frameOf } from '#web/map/crowd/frame.ts';
import type { Way } from './readWay.ts';

/** What panels cover at the edges of a map, px. */
export interface Covered {
  left: number;
  top: number;
  bottom: number;
}

/** Least size of the uncovered part, px: in a smaller one the whole map is used. */
const leastRoom = 240;

/** Returns the view that shows a whole way in the uncovered part of the map. */
export function wayView(
  { pieces }: Pick<Way, 'pieces'>,
  size: Viewport,
  { left, top, bottom }: Covered,
): (Position & { zoom: number }) | undefined {
  const side = size.width - left < leastRoom ? 0 : left;
  const [above, below] = size.height - top - bottom < leastRoom ? [0, 0] : [top, bottom];
  const room = { width: size.width - side, height: size.height - above - below };
  const middle = frameOf(pieces.flat(), room);
  return middle && panned({ ...size, ...middle }, -side / 2, (below - above) / 2);
}
