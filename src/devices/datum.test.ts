import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gcj02ToBd09, type Point, toWgs84, wgs84ToGcj02 } from './datum.ts';

/** Metres between two near points. */
function distance(a: Point, b: Point): number {
  const north = (a.lat - b.lat) * 111_320;
  const east = (a.lng - b.lng) * 111_320 * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(north, east);
}

const inChina = fc.record({
  lat: fc.double({ min: 4, max: 53, noNaN: true }),
  lng: fc.double({ min: 74, max: 134, noNaN: true }),
});

test('a known point of Beijing is shifted as the maps there shift it', () => {
  const gcj = wgs84ToGcj02({ lat: 39.907_375, lng: 116.391_349 });
  expect(distance(gcj, { lat: 39.908_775, lng: 116.397_592 })).toBeLessThan(2);
});

test('every point of China comes back from GCJ-02 and BD-09 within a metre', () => {
  fc.assert(
    fc.property(inChina, (point) => {
      const gcj = wgs84ToGcj02(point);
      expect(distance(gcj, point)).toBeGreaterThan(10);
      expect(distance(toWgs84(gcj, 'gcj02'), point)).toBeLessThan(0.5);
      expect(distance(toWgs84(gcj02ToBd09(gcj), 'bd09'), point)).toBeLessThan(1);
    }),
  );
});

test('outside China and in WGS-84 nothing is shifted', () => {
  const paris = { lat: 48.8584, lng: 2.2945 };
  expect(toWgs84(paris, 'gcj02')).toEqual(paris);
  const shanghai = { lat: 31.23, lng: 121.47 };
  expect(toWgs84(shanghai, 'wgs84')).toBe(shanghai);
});
