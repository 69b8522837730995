import { expect, test } from 'vitest';
import type { MapMarker } from '../types.ts';
import { clustered, type Placed } from './clusters.ts';

function placed(id: string, x: number, extra: Partial<MapMarker> = {}): Placed {
  return { x, y: 10, marker: { id, kind: 'device', label: id, lat: 28.9, lng: 118.8, ...extra } };
}

test('three devices close together are counted, two stay apart', () => {
  const { single, clusters } = clustered([placed('a', 1), placed('b', 5), placed('c', 9), placed('d', 90)], undefined);
  expect(clusters.map((entry) => entry.members.length)).toEqual([3]);
  expect(single.map((entry) => entry.marker.id)).toEqual(['d']);
});

test('an alarm, a station and the selected device are never hidden in a count', () => {
  const crowd = [placed('a', 1), placed('b', 5), placed('c', 9), placed('d', 12)];
  const kept = [placed('alarm', 2, { level: 1 }), placed('station', 3, { kind: 'station' })];
  const { single } = clustered([...crowd, ...kept], 'd');
  expect(single.map((entry) => entry.marker.id).sort()).toEqual(['alarm', 'd', 'station']);
});
