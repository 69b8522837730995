import fc from 'fast-check';
import gcoord from 'gcoord';
import { expect, test } from 'vitest';
import { type Point, toWgs84 } from './datum.ts';

/** Returns the distance of two near points in metres. */
function distance(a: Point, b: Point): number {
  const north = (a.lat - b.lat) * 111_320;
  const east = (a.lng - b.lng) * 111_320 * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(north, east);
}

function from(point: Point, system: typeof gcoord.GCJ02 | typeof gcoord.BD09): Point {
  const [lng, lat] = gcoord.transform([point.lng, point.lat], gcoord.WGS84, system);
  return { lat, lng };
}

const inChina = fc.record({
  lat: fc.double({ min: 4, max: 53, noNaN: true }),
  lng: fc.double({ min: 74, max: 134, noNaN: true }),
});

test('every point of China comes back from GCJ-02 within a metre, and from BD-09 within two', () => {
  fc.assert(
    fc.property(inChina, (point) => {
      const gcj = from(point, gcoord.GCJ02);
      expect(distance(gcj, point)).toBeGreaterThan(10);
      expect(distance(toWgs84(gcj, 'gcj02'), point)).toBeLessThan(0.5);
      expect(distance(toWgs84(from(point, gcoord.BD09), 'bd09'), point)).toBeLessThan(2);
    }),
  );
});

test('a known point of Beijing comes back from what the maps there call it', () => {
  const shown = { lat: 39.908_775, lng: 116.397_592 };
  expect(distance(toWgs84(shown, 'gcj02'), { lat: 39.907_375, lng: 116.391_349 })).toBeLessThan(2);
});

test('outside China GCJ-02 is not shifted, and WGS-84 nowhere', () => {
  const paris = { lat: 48.8584, lng: 2.2945 };
  expect(toWgs84(paris, 'gcj02')).toEqual(paris);
  const shanghai = { lat: 31.23, lng: 121.47 };
  expect(toWgs84(shanghai, 'wgs84')).toBe(shanghai);
});
