import { expect, test } from 'vitest';
import { buildingPosition, districtCentre, districtPlaces, fromLocal } from '#shared/district.ts';
import { makeMap } from '../../../../script/make-map.ts';
import { decodeBase, type LngLat } from './decode.ts';
import file from './district.json' with { type: 'json' };
import type { DistrictFile } from './format.ts';

const checkedIn = file as DistrictFile;
const base = decodeBase(checkedIn);

function middle(ring: readonly LngLat[]): LngLat {
  const corners = ring.slice(0, -1);
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}

function metresBetween([aLng, aLat]: LngLat, [bLng, bLat]: LngLat): number {
  const perLng = 111_319 * Math.cos((districtCentre.lat * Math.PI) / 180);
  return Math.hypot((aLng - bLng) * perLng, (aLat - bLat) * 111_319);
}

function metresToPiece(at: LngLat, from: LngLat, to: LngLat): number {
  const steps = Array.from({ length: 13 }, (_, index) => index / 12);
  return Math.min(
    ...steps.map((t) => metresBetween(at, [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t])),
  );
}

test('the generator draws the map that is checked in, figure by figure', () => {
  expect(makeMap()).toEqual(checkedIn);
});

test('the file stays under 150 kB', () => {
  expect(new TextEncoder().encode(JSON.stringify(checkedIn, null, 2)).length).toBeLessThan(150_000);
});

test('every estate is written on the map, with a place and its sub-district', () => {
  for (const [name, place] of Object.entries(districtPlaces)) {
    expect(base.labels).toContainEqual(expect.objectContaining({ name, kind: 'estate' }));
    expect(base.labels).toContainEqual(expect.objectContaining({ name: place.street, kind: 'area' }));
  }
});

test('each numbered building of an estate stands on a drawn building', () => {
  const middles = base.buildings.map(middle);
  for (const [name, { buildings }] of Object.entries(districtPlaces)) {
    for (let number = 1; number <= buildings; number += 1) {
      const { lat, lng } = buildingPosition(name, number);
      expect(Math.min(...middles.map((at) => metresBetween(at, [lng, lat])))).toBeLessThan(2);
    }
  }
});

test('no numbered building stands on a street', () => {
  const pieces = base.roads.flatMap(({ line }) => line.slice(1).map((to, index) => [line[index] ?? to, to] as const));
  for (const [name, { buildings }] of Object.entries(districtPlaces)) {
    for (let number = 1; number <= buildings; number += 1) {
      const { lat, lng } = buildingPosition(name, number);
      const near = pieces.filter(([from]) => metresBetween(from, [lng, lat]) < 100);
      const nearest = Math.min(...near.map(([from, to]) => metresToPiece([lng, lat], from, to)));
      expect(nearest).toBeGreaterThan(12);
    }
  }
});

test('a building number past the last counts round, an unknown estate is refused', () => {
  const { buildings } = districtPlaces.柳岸新村 ?? { buildings: 0 };
  expect(buildingPosition('柳岸新村', buildings + 1)).toEqual(buildingPosition('柳岸新村', 1));
  expect(() => buildingPosition('无名里', 1)).toThrow(RangeError);
});

test('buildings keep their size: an estate slab is 54 m by 13 m', () => {
  const [first = []] = base.buildings;
  const [a = [0, 0], b = [0, 0], c = [0, 0]] = first;
  expect(metresBetween(a, b)).toBeCloseTo(54, 0);
  expect(metresBetween(b, c)).toBeCloseTo(13, 0);
  expect(fromLocal(0, 0)).toEqual(districtCentre);
});
