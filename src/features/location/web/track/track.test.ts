import { expect, test } from 'vitest';
import { decodeTrack, type TrackAnswer, type TrackPoint } from './decodeTrack.ts';
import { nearestPlace, outsideOf, placeAt, readWay } from './readWay.ts';
import { advance } from './replay.ts';
import { daysText, readDays, spanOf, writeDays } from './trackDays.ts';

const minute = 60_000;
const watch = { id: '7', name: '手表', sn: 'W7', kind: 'watch' };

const answer: TrackAnswer = {
  ...{ t0: 1_000_000, dt: [0, 10, 5], lat: [28_900_000, 12, -2], lng: [118_800_000, 0, 7] },
  ...{ accuracy: [14, null, 20], speed: [null, 9, 0], source: [0, 1, 0], device: [0, 0, 0], flags: [0, 0, 4] },
  ...{ sources: ['gnss', 'wifi'], devices: [watch], events: [], timeZone: 'Asia/Shanghai', more: false },
};

/** One point each minute, metres to the north. */
const walk = (metres: number[], minutes = metres.map((_, i) => i)): TrackPoint[] =>
  metres.map((north, i) => ({
    ...{ at: (minutes[i] ?? 0) * minute, lat: 28.9 + north / 111_195, lng: 118.8 },
    ...{ accuracy: 10, source: 'gnss', speed: null, device: watch },
  }));

test('columns of differences become points with time, place, source, speed and device', () => {
  expect(decodeTrack(answer)).toEqual([
    { at: 1_000_000, lat: 28.9, lng: 118.8, accuracy: 14, source: 'gnss', speed: null, device: watch },
    { at: 1_010_000, lat: 28.900012, lng: 118.8, accuracy: null, source: 'wifi', speed: 0.9, device: watch },
    { at: 1_015_000, lat: 28.90001, lng: 118.800007, accuracy: 20, source: 'gnss', speed: 0, device: watch },
  ]);
  expect(decodeTrack({ ...answer, t0: null, dt: [], lat: [], lng: [] })).toEqual([]);
});

test('a gap divides the line, and nobody is anywhere in it', () => {
  const way = readWay(walk([0, 100, 200, 300, 400], [0, 1, 2, 32, 33]), []);
  expect(way?.pieces.map((piece) => piece.length)).toEqual([3, 2]);
  expect(placeAt(way?.pieces ?? [], 10 * minute)).toBeNull();
  expect(nearestPlace(way?.pieces ?? [], 30 * minute)?.lat).toBeCloseTo(28.9 + 300 / 111_195, 6);
});

test('a stop is one place of the line', () => {
  const way = readWay(walk([0, 100, ...Array.from({ length: 12 }, (_, i) => 200 + (i % 2) * 10), 300, 400]), []);
  expect(way?.stops).toHaveLength(1);
  expect(way?.pieces.flat()).toHaveLength(6);
  expect(new Set(way?.pieces.flat().map(({ lat }) => lat)).size).toBe(5);
});

test('without a point there is no way', () => expect(readWay([], [])).toBeNull());

test('between two points the place lies on the straight way; stepped it is the point before', () => {
  const { pieces } = readWay(walk([0, 100]), []) ?? { pieces: [] };
  expect(placeAt(pieces, minute / 2)?.lat).toBeCloseTo(28.9 + 50 / 111_195, 9);
  expect(placeAt(pieces, minute / 2, true)?.lat).toBe(28.9);
  expect(placeAt(pieces, -1)).toBeNull();
});

test('outside is from leaving until the way back, each fence alone, at most until the end', () => {
  const event = (at: number, kind: 'leave' | 'enter' | 'back' | 'stay', fenceId = '1') => ({
    ...{ at: new Date(at).toISOString(), kind, fenceId, name: '家' },
  });
  expect(outsideOf([event(10, 'leave'), event(20, 'back'), event(30, 'leave')], 0, 50)).toEqual([
    { from: 10, to: 20 },
    { from: 30, to: 50 },
  ]);
  expect(outsideOf([event(10, 'leave'), event(15, 'enter', '2'), event(20, 'back', '2')], 0, 50)).toEqual([
    { from: 10, to: 50 },
    { from: 15, to: 20 },
  ]);
  expect(outsideOf([event(10, 'stay'), event(20, 'back')], 0, 50)).toEqual([]);
});

test('replay runs a minute a second, passes over gaps, ends at the end, and takes two minutes for a long time', () => {
  const span = { from: 0, to: 60 * minute, gaps: [{ from: 10 * minute, to: 40 * minute }] };
  expect(advance(0, 1000, 1, span)).toBe(minute);
  expect(advance(0, 1000, 8, span)).toBe(8 * minute);
  expect(advance(9 * minute, 2000, 1, span)).toBe(41 * minute);
  expect(advance(20 * minute, 0, 1, span)).toBe(40 * minute);
  expect(advance(59 * minute, 9000, 1, span)).toBe(60 * minute);
  expect(advance(0, 120_000, 1, { from: 0, to: 7 * 1440 * minute, gaps: [] })).toBe(7 * 1440 * minute);
});

test('days of the query: words and dates, at most seven, none in the future, anything else is today', () => {
  const today = '2026-11-29';
  const read = (text: string) => daysText(readDays(text, today), today);
  expect(['today', 'yesterday', '2026-11-20', '2026-11-20_2026-11-22'].map(read)).toEqual([
    '今天',
    '昨天',
    '11-20',
    '11-20 至 11-22',
  ]);
  expect(readDays('2026-11-01_2026-11-20', today)).toEqual({ first: '2026-11-01', last: '2026-11-07' });
  expect(readDays('2026-11-28_2026-12-02', today)).toEqual({ first: '2026-11-28', last: today });
  expect(['2026-12-01', '2026-02-30', '2026-11-20_2026-11-19', 'x'].map(read)).toEqual(Array(4).fill('今天'));
  for (const text of ['today', 'yesterday', '2026-11-20', '2026-11-20_2026-11-22'])
    expect(writeDays(readDays(text, today), today)).toBe(text);
});

test('days begin and end at midnight of the zone', () => {
  expect(spanOf({ first: '2026-11-28', last: '2026-11-29' }, 'Asia/Shanghai')).toEqual({
    from: '2026-11-27T16:00:00.000Z',
    to: '2026-11-29T16:00:00.000Z',
  });
});
