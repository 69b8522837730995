import { expect, test } from 'vitest';
import { type CrowdPoint, crowdLooks } from '../types.ts';
import { crowdChange } from './crowdChange.ts';
import { nearestTo } from './nearest.ts';

const person = (id: string, lat = 28.9, look: CrowdPoint['look'] = 'fresh'): CrowdPoint => ({
  ...{ id, lat, lng: 118.8, look },
});
const byId = (...points: CrowdPoint[]) => new Map(points.map((point) => [point.id, point]));

test('only who came, changed or went is sent to the map', () => {
  const stays = person('1');
  const change = crowdChange(byId(stays, person('2'), person('3')), byId(stays, person('2', 29, 'stale'), person('4')));
  expect(change.add.map(({ id, properties }) => [id, properties?.rank])).toEqual([
    [2, 3],
    [4, 4],
  ]);
  expect(change.remove).toEqual([3]);
});

test('the worst member of a pile is one with an alarm, then one who is lost, then one outside', () => {
  expect(crowdLooks.slice(0, 3)).toEqual(['alarm', 'lost', 'outside']);
});

test('without WebGL those nearest the middle are drawn, as many as allowed', () => {
  const points = Array.from({ length: 1000 }, (_, index) => person(String(index), 28 + index / 1000));
  const nearest = nearestTo(points, { lat: 28.5, lng: 118.8 }, 5);
  expect(nearest.map(({ id }) => id)).toEqual(['498', '499', '500', '501', '502']);
  expect(nearestTo(points.slice(0, 3), { lat: 0, lng: 0 }, 5)).toHaveLength(3);
  expect(
    nearestTo(
      points.map((point) => ({ ...point, lat: 28 })),
      { lat: 28, lng: 0 },
      5,
    ),
  ).toHaveLength(5);
});
