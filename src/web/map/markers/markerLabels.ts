import { projectNear, type Viewport } from '../camera/projection.ts';
import type { MapMarker } from '../types.ts';
import type { Placed } from './clusters.ts';
import { type Labelled, textWidth } from './labelPlaces.ts';
import { markerDetail } from './MarkerButton.tsx';
import { signSize } from './MarkerSign.tsx';

/** Pixels beyond the edge that are still drawn, so that a label does not disappear with its sign. */
const margin = 60;

/** Returns the sort weight: the selected marker, then warns by level, then the others as given. */
function weight(marker: MapMarker, selectedId: string | undefined): number {
  return marker.id === selectedId ? 0 : (marker.level ?? 5);
}

/** Sorts markers for their labels, the most important first. */
export function byWeight(placed: readonly Placed[], selectedId: string | undefined): Placed[] {
  return placed.toSorted((a, b) => weight(a.marker, selectedId) - weight(b.marker, selectedId));
}

export function inView(markers: readonly MapMarker[], viewport: Viewport): Placed[] {
  return markers
    .map((marker) => ({ marker, ...projectNear(viewport, marker) }))
    .filter(({ x, y }) => x > -margin && y > -margin && x < viewport.width + margin && y < viewport.height + margin);
}

/** Returns the text that is as wide as the label: its longer line, or all of it. */
function labelText(marker: MapMarker, now: Date): string {
  const [head, detail] = [`${marker.label.slice(0, 9)} ${marker.note ?? ''}`, markerDetail(marker, now)];
  if (marker.detail === undefined) return `${head} ${detail}`;
  return textWidth(head) > textWidth(detail) ? head : detail;
}

export function labelOf({ marker, x, y }: Placed, selectedId: string | undefined, now: Date): Labelled {
  return {
    ...{ id: marker.id, x, y, text: labelText(marker, now), signSize: signSize(marker) },
    ...(marker.detail !== undefined && { lines: 2 as const }),
    alwaysShown: marker.level !== undefined || marker.id === selectedId,
  };
}
