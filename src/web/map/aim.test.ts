import { expect, test } from 'vitest';
import { buildingPosition, districtCentre } from '#shared/district.ts';
import { aim, aimKey } from './aim.ts';
import { project } from './projection.ts';
import type { MapMarker } from './types.ts';

const size = { width: 386, height: 220 };
const person: MapMarker = { id: '1', kind: 'alarm', level: 1, label: '王桂兰', ...buildingPosition('柳岸新村', 12) };
const nurse: MapMarker = { id: '2', kind: 'contact', label: '方建平', ...buildingPosition('文昌里', 2) };

test('without a centre the map shows every marker, wherever it looked before', () => {
  const before = { ...size, lat: 0, lng: 0, zoom: 18 };
  const view = aim({ markers: [person, nurse] }, before);
  for (const marker of [person, nurse]) {
    const { x, y } = project(view, marker);
    expect(x > 0 && x < size.width && y > 0 && y < size.height).toBe(true);
  }
});

test('a centre wins over the markers', () => {
  const center = { lat: 28.94, lng: 118.89 };
  expect(aim({ markers: [person], center, zoom: 17 }, size)).toEqual({ ...center, ...size, zoom: 17 });
});

test('with nothing to show the map looks at the district', () => {
  expect(aim({ markers: [] }, size)).toMatchObject(districtCentre);
});

test('a marker that moves does not move the map, another marker does', () => {
  const moved = { ...person, lat: person.lat + 0.001 };
  expect(aimKey({ markers: [moved] })).toBe(aimKey({ markers: [person] }));
  expect(aimKey({ markers: [person, nurse] })).not.toBe(aimKey({ markers: [person] }));
});
