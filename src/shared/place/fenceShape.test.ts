import { expect, test } from 'vitest';
import { distance } from '../distance.ts';
import { measured, polygonProblem } from './fenceShape.ts';
import { planeAround } from './plane.ts';

const at = (east: number, north: number, from = { lat: 31.2, lng: 121.5 }) => {
  const perLat = (6_371_008.8 * Math.PI) / 180;
  return {
    lat: from.lat + north / perLat,
    lng: from.lng + east / (perLat * Math.cos((from.lat * Math.PI) / 180)),
  };
};
const square = [at(0, 0), at(200, 0), at(200, 200), at(0, 200)];

test('a circle is as deep as its radius in the middle', () => {
  const { depth, size } = measured({ circle: { centre: at(0, 0), radius: 300 } });
  expect(size).toBe(600);
  expect(depth(at(0, 0))).toBe(300);
  expect(depth(at(310, 0))).toBeCloseTo(-10, 0);
});

test('a polygon measures to its nearest side, negative outside', () => {
  const { depth, size } = measured({ polygon: square });
  expect(size).toBeCloseTo(200, 0);
  expect(depth(at(100, 100))).toBeCloseTo(100, 0);
  expect(depth(at(10, 100))).toBeCloseTo(10, 0);
  expect(depth(at(-40, -30))).toBeCloseTo(-50, 0);
});

test('a hollow of a polygon is outside', () => {
  const { depth } = measured({ polygon: [at(0, 0), at(200, 0), at(200, 200), at(100, 50), at(0, 200)] });
  expect(depth(at(100, 100))).toBeLessThan(0);
  expect(depth(at(30, 100))).toBeGreaterThan(0);
});

test('a corridor is as wide as it says, round at its ends', () => {
  const { depth, size } = measured({ corridor: { points: [at(0, 0), at(1000, 0), at(1000, 500)], width: 40 } });
  expect(size).toBeCloseTo(1500, -1);
  expect(depth(at(500, 0))).toBeCloseTo(20, 0);
  expect(depth(at(500, 30))).toBeCloseTo(-10, 0);
  expect(depth(at(-30, 0))).toBeCloseTo(-10, 0);
});

test('a shape may lie on the 180th meridian', () => {
  const { depth } = measured({
    polygon: [
      { lat: 0, lng: 179.999 },
      { lat: 0, lng: -179.999 },
      { lat: 0.002, lng: -179.999 },
      { lat: 0.002, lng: 179.999 },
    ],
  });
  expect(depth({ lat: 0.001, lng: 180 })).toBeGreaterThan(100);
});

test('the plane measures like the sphere within a thousandth at 5 km', () => {
  const home = at(0, 0);
  const point = at(3000, 4000);
  const { x, y } = planeAround(home)(point);
  expect(Math.abs(Math.hypot(x, y) / distance(home, point) - 1)).toBeLessThan(0.001);
});

test.each([
  ['2 corners', [at(0, 0), at(200, 0)], '多边形应有 3–50 个角'],
  [
    '51 corners',
    Array.from({ length: 51 }, (_, i) => at(500 * Math.cos(i / 8), 500 * Math.sin(i / 8))),
    '多边形应有 3–50 个角',
  ],
  ['sides that cross', [at(0, 0), at(200, 200), at(200, 0), at(0, 200)], '多边形的边不能相交'],
  ['the same corner twice', [at(0, 0), at(0, 0), at(200, 0), at(200, 200)], '相邻的两个角不能相同'],
  ['a line', [at(0, 0), at(100, 0), at(200, 0)], '多边形太小'],
  ['a square', square, null],
])('%s', (_, corners, problem) => {
  expect(polygonProblem(corners)).toBe(problem);
});
