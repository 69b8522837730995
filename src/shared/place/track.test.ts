import { expect, test } from 'vitest';
import type { Fix } from './fix.ts';
import { accuracyOf, staleAfter } from './fix.ts';
import { readTrack } from './track.ts';

const home = { lat: 31.2, lng: 121.5 };
const perLat = (6_371_008.8 * Math.PI) / 180;
const perLng = perLat * Math.cos((home.lat * Math.PI) / 180);
const fix = (minutes: number, east: number, north = 0, more: Partial<Fix> = {}): Fix => ({
  ...{ at: minutes * 60_000, accuracy: 10, source: 'gnss' as const },
  ...{ lat: home.lat + north / perLat, lng: home.lng + east / perLng },
  ...more,
});
/** A walk to the east, 70 m a minute. */
const walk = (from: number, to: number, begin = 0): Fix[] =>
  Array.from({ length: to - from + 1 }, (_, i) => fix(from + i, begin + 70 * i));

test('a point less accurate than 200 m is out of the line', () => {
  const { leftOut } = readTrack([fix(0, 0), fix(1, 70, 0, { accuracy: 201 }), fix(2, 140, 0, { accuracy: 200 })]);
  expect(leftOut).toEqual([null, 'inaccurate', null]);
});

test('a jump there and back is out of the line, up to three points', () => {
  const away = (count: number) => [
    fix(0, 0),
    ...Array.from({ length: count }, (_, i) => fix(1 + i, 0, 9000)),
    fix(5, 70),
  ];
  expect(readTrack(away(1)).leftOut).toEqual([null, 'jump', null]);
  expect(readTrack(away(3)).leftOut).toEqual([null, 'jump', 'jump', 'jump', null]);
  expect(readTrack(away(4)).leftOut.filter(Boolean)).toEqual([]);
});

test('a ride along a road is no jump, nor is a slow way round', () => {
  const ride = [fix(0, 0), fix(1, 1000), fix(2, 2000), fix(3, 3000)];
  expect(readTrack(ride).leftOut).toEqual([null, null, null, null]);
  expect(readTrack([fix(0, 0), fix(5, 0, 400), fix(10, 0)]).leftOut).toEqual([null, null, null]);
});

test('an inaccurate point may be farther off', () => {
  const points = (accuracy: number) => [fix(0, 0), fix(0.2, 0, 400, { accuracy }), fix(0.4, 0)];
  expect(readTrack(points(100)).leftOut[1]).toBe('jump');
  expect(readTrack(points(140)).leftOut[1]).toBeNull();
});

test('ten minutes within 60 m are one stop without a way', () => {
  const rest = Array.from({ length: 11 }, (_, i) => fix(5 + i, 350 + (i % 2 === 0 ? 15 : -15)));
  const { stops, metres } = readTrack([...walk(0, 4), ...rest, ...walk(16, 20, 420)]);
  expect(stops).toHaveLength(1);
  expect(stops[0]?.to).toBe(15 * 60_000);
  expect(metres).toBeGreaterThan(650);
  expect(metres).toBeLessThan(720);
});

test('nine minutes are no stop', () => {
  const rest = Array.from({ length: 10 }, (_, i) => fix(i, 0));
  expect(readTrack(rest).stops).toEqual([]);
});

test('more than 15 minutes without a position are a gap without a way', () => {
  const { gaps, metres } = readTrack([...walk(0, 3), ...walk(19, 22, 5000)]);
  expect(gaps).toEqual([{ from: 3 * 60_000, to: 19 * 60_000 }]);
  expect(metres).toBeCloseTo(420, 0);
});

test('a watch that reports each hour has no gaps', () => {
  expect(readTrack([fix(0, 0), fix(60, 900), fix(120, 1800), fix(180, 2700)]).gaps).toEqual([]);
});

test('nothing is read of nothing, and of one point', () => {
  expect(readTrack([])).toEqual({ leftOut: [], stops: [], gaps: [], metres: 0 });
  expect(readTrack([fix(0, 0)])).toEqual({ leftOut: [null], stops: [], gaps: [], metres: 0 });
});

test('a place is stale past twice the interval, 10 to 60 minutes', () => {
  expect([null, 60, 600, 3600].map(staleAfter)).toEqual([600_000, 600_000, 1_200_000, 3_600_000]);
});

test('the accuracy is that of the source where the device gives none', () => {
  expect(accuracyOf({ accuracy: null, source: 'wifi' })).toBe(100);
  expect(accuracyOf({ accuracy: 12, source: 'cell' })).toBe(12);
});
