import { expect, test } from 'vitest';
import { type TriedFence, type TriedFix, tryFixes } from '#shared/place/simulate.ts';
import { ringsAt, sizesAround } from './curve.ts';
import { gapAfter, triedDays } from './days.ts';

const zone = 'Asia/Shanghai';
const home = { lat: 28.935, lng: 118.885 };
const fence: TriedFence = {
  ...{ kind: 'home', shape: { circle: { centre: home, radius: 300 } }, minutes: null },
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', to: '20:00' }],
};
const noon = Date.parse('2026-11-20T04:00:00Z');
/** Fixes each minute, metres north of the home, from some minutes after noon. */
const fixesAt = (from: number, ...norths: number[]): TriedFix[] =>
  norths.map((north, i) => ({
    ...{ at: noon + (from + i) * 60_000, lat: home.lat + north / 111_195, lng: home.lng },
    ...{ accuracy: 10, source: 'gnss', late: false },
  }));
const daysOf = (fixes: TriedFix[]) =>
  triedDays(fence, fixes, tryFixes(fence, fixes, zone), { zone, last: noon, gap: gapAfter(fixes) });

test('time outside lasts from the first fix outside to the first one inside, and stands in its day', () => {
  const today = daysOf(fixesAt(0, 0, 5, 500, 510, 520, 0, 5)).at(-1);
  expect(today?.segments).toEqual([
    { from: 720, to: 722, state: 'good' },
    { from: 722, to: 725, state: 'bad' },
    { from: 725, to: 726, state: 'good' },
  ]);
  expect([today?.badMinutes, today?.rings.length]).toEqual([3, 1]);
});

test('a lone fix outside is marked and takes no time', () => {
  const fixes = fixesAt(0, 0, 5, 900, 0, 5);
  const today = daysOf(fixes).at(-1);
  expect([today?.lone, today?.badMinutes]).toEqual([[fixes[2]], 0]);
});

test('a long time without a fix is a gap', () => {
  const today = daysOf([...fixesAt(0, 0, 5), ...fixesAt(60, 0, 5)]).at(-1);
  expect(today?.segments.map(({ state }) => state)).toEqual(['good', 'gap', 'good']);
});

test('hours out of force are marked, and a way out in them says why nothing rang', () => {
  const night = fixesAt(600, 0, 5, 500, 510, 520, 0, 5);
  const today = daysOf(night).at(-1);
  expect(today?.off).toEqual([
    { from: 0, to: 360 },
    { from: 1200, to: 1440 },
  ]);
  expect([today?.isOff, today?.rings]).toEqual([true, []]);
});

test('a larger radius rings less often, and the curve has the radius in the middle', () => {
  const fixes = fixesAt(0, 0, 5, 500, 510, 520, 0, 5);
  expect([ringsAt(fence, 300, fixes, zone), ringsAt(fence, 550, fixes, zone)]).toEqual([1, 0]);
  const sizes = sizesAround(300, true);
  expect([sizes[0], sizes.at(-1)]).toEqual([50, 590]);
});
