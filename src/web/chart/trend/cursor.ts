import { bisectCenter } from 'd3-array';
import { type Panel, type Placed, placedOf, type Step, stepOf } from '../series.ts';

/** Returns all instants with a valid value in any panel, ms, ascending: where the cross-hair can be. */
export function positionsOf(panels: readonly Panel[], step: Step): number[] {
  const all = panels.flatMap((panel) =>
    panel.series.flatMap((each) => placedOf(each, stepOf(panel, step)).map(({ at }) => at)),
  );
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Returns the index of the position nearest to an instant; null without positions. */
export function nearestIndex(positions: readonly number[], at: number): number | null {
  return positions.length === 0 ? null : bisectCenter(positions, at);
}

/**
 * Returns where a key moves the cross-hair; undefined for keys that do not move it. Page keys move by a tenth.
 * @param index null: no cross-hair yet; an arrow then shows it at the newest position
 */
export function movedIndex(key: string, index: number | null, count: number): number | null | undefined {
  if (key === 'Escape') return null;
  const last = count - 1;
  const page = Math.max(1, Math.round(count / 10));
  const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: page, PageDown: -page };
  if (key === 'Home') return count > 0 ? 0 : null;
  if (key === 'End') return count > 0 ? last : null;
  const by = moves[key];
  if (by === undefined) return undefined;
  if (count === 0) return null;
  return index === null ? last : Math.min(last, Math.max(0, index + by));
}

/** Returns the point of a series at an instant, or the nearest within `reach` ms. */
export function pointAt(placed: readonly Placed[], at: number, reach: number): Placed | undefined {
  const index = bisectCenter(
    placed.map((each) => each.at),
    at,
  );
  const nearest = placed[index];
  return nearest && Math.abs(nearest.at - at) <= reach ? nearest : undefined;
}
