import { fenceLimits } from '#shared/place/fenceShape.ts';
import { type TriedFence, type TriedFix, tryFixes } from '#shared/place/simulate.ts';

/** A size of the fence, metres, with the number of alarms it would have rung. */
export interface CurvePoint {
  size: number;
  rings: number;
}

/** Points of a curve. */
const steps = 36;

/** Returns what of a fence is varied: the radius of a circle, the width of a corridor; undefined for a polygon. */
export function sizeOf({ shape }: TriedFence): { size: number; title: string } | undefined {
  if ('circle' in shape) return { size: shape.circle.radius, title: '半径' };
  return 'corridor' in shape ? { size: shape.corridor.width, title: '宽度' } : undefined;
}

/** Returns sizes to try around one, in round metres: the lower half of the picture is where the fence stands. */
export function sizesAround(size: number, isCircle: boolean): number[] {
  const { min, max } = isCircle ? fenceLimits.radius : fenceLimits.width;
  const top = Math.min(max, Math.max(isCircle ? 550 : 200, Math.ceil((size * 2) / 100) * 100));
  const step = Math.max(5, Math.ceil((top - min) / steps / 5) * 5);
  return Array.from({ length: Math.floor((top - min) / step) + 1 }, (_, i) => min + i * step);
}

/** Returns the number of alarms of a fence with another size. */
export function ringsAt(fence: TriedFence, size: number, fixes: readonly TriedFix[], zone: string): number {
  const { shape } = fence;
  const sized =
    'circle' in shape
      ? { circle: { ...shape.circle, radius: size } }
      : 'corridor' in shape
        ? { corridor: { ...shape.corridor, width: size } }
        : shape;
  return tryFixes({ ...fence, shape: sized }, fixes, zone).events.filter(({ rings }) => rings).length;
}
