import { expect, test } from 'vitest';
import { packFixes, unpackFixes } from './fixColumns.ts';
import type { TriedFix } from './simulate.ts';

const at = Date.parse('2026-11-20T01:00:00Z');
const fixes: TriedFix[] = [
  { at, lat: 28.935, lng: 118.885, accuracy: 8.5, source: 'gnss', late: false },
  { at: at + 30_500, lat: 28.935_001, lng: 118.884_999, accuracy: null, source: null, late: true },
  { at: at + 60_000, lat: -0.5, lng: -179.999_999, accuracy: 120, source: 'wifi', late: false },
];

test('fixes come out of columns as they went in', () => {
  expect(unpackFixes(packFixes(fixes))).toEqual(fixes);
});

test('no fixes are empty columns', () => {
  expect(packFixes([]).t0).toBeNull();
  expect(unpackFixes(packFixes([]))).toEqual([]);
});

test('columns are whole numbers, whatever the clock of the database says', () => {
  const { t0, dt, lat, accuracy } = packFixes([
    { at: at + 0.123, lat: 28.935_000_4, lng: 1, accuracy: 7.77, source: null, late: false },
  ]);
  expect([t0, dt, lat, accuracy]).toEqual([at, [0], [28_935_000], [78]]);
});
