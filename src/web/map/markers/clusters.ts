import type { Pixel } from '../camera/projection.ts';
import type { MapMarker } from '../types.ts';

export type Placed = Pixel & { marker: MapMarker };
export type Cluster = Pixel & { id: string; members: Placed[] };

/** Cell size in pixels within which markers are clustered. */
const reach = 44;
/** Minimum number of markers in a cluster. */
const smallest = 3;

/** Returns whether a marker must be drawn separately: every marker but a quiet one and a device without a warn. */
function standsAlone({ marker }: Placed, selectedId: string | undefined): boolean {
  if (marker.id === selectedId) return true;
  return !marker.quiet && (marker.kind !== 'device' || marker.level !== undefined);
}

/** Clusters nearby devices; warns, stations, homes and the selected marker are never clustered. */
export function clustered(
  placed: readonly Placed[],
  selectedId: string | undefined,
): { single: Placed[]; clusters: Cluster[] } {
  const single = placed.filter((point) => standsAlone(point, selectedId));
  const cells = new Map<string, Placed[]>();
  for (const point of placed) {
    if (!standsAlone(point, selectedId)) {
      const cell = `${Math.floor(point.x / reach)}:${Math.floor(point.y / reach)}`;
      cells.set(cell, [...(cells.get(cell) ?? []), point]);
    }
  }
  const clusters: Cluster[] = [];
  for (const [id, members] of cells) {
    if (members.length < smallest) {
      single.push(...members);
    } else {
      const mean = (axis: 'x' | 'y') => members.reduce((sum, member) => sum + member[axis], 0) / members.length;
      clusters.push({ id, members, x: mean('x'), y: mean('y') });
    }
  }
  return { single, clusters };
}
