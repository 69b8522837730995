import type { Pixel } from './projection.ts';
import type { MapMarker } from './types.ts';

export type Placed = Pixel & { marker: MapMarker };
export type Cluster = Pixel & { id: string; members: Placed[] };

/** Pixels within which quiet markers are counted together. */
const reach = 44;
/** Fewer markers than this stay apart. */
const smallest = 3;

/** A marker that must be seen by itself: anything but a device that is well. */
function standsAlone({ marker }: Placed, selectedId: string | undefined): boolean {
  return marker.kind !== 'device' || marker.level !== undefined || marker.id === selectedId;
}

/** Counts near devices together; alarms, stations, homes and the selected one always stay themselves. */
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
