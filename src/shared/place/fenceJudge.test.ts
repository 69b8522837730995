import { expect, test } from 'vitest';
import { type FenceState, judgeFix, sideOf, unknownState } from './fenceJudge.ts';
import { type FenceShape, measured } from './fenceShape.ts';
import type { Fix } from './fix.ts';

const home = { lat: 31.2, lng: 121.5 };
const perLat = (6_371_008.8 * Math.PI) / 180;
const perLng = perLat * Math.cos((home.lat * Math.PI) / 180);
/** A point so many metres east and north of home. */
const off = (east: number, north = 0) => ({ lat: home.lat + north / perLat, lng: home.lng + east / perLng });
const circle = (radius: number): FenceShape => ({ circle: { centre: home, radius } });
const fence = measured(circle(300));
const fix = (minutes: number, east: number, north = 0, more: Partial<Fix> = {}): Fix => ({
  ...{ at: minutes * 60_000, accuracy: 10, source: 'gnss' as const, ...off(east, north) },
  ...more,
});
const inside: FenceState = { side: 'inside', since: 0, seenAt: 0, pending: [] };

/** Repeatable numbers from 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Judges fixes one after the other; returns the state and the minutes at which the side changed. */
function judged(fixes: Iterable<Fix>, start: FenceState = inside, of = fence) {
  let state = start;
  const crossings: { minutes: number; to: string }[] = [];
  for (const one of fixes) {
    const judgement = judgeFix(of, state, one);
    state = judgement.state;
    if (judgement.crossed) crossings.push({ minutes: one.at / 60_000, to: judgement.crossed.to });
  }
  return { state, crossings };
}

test('one fix outside tells nobody; the first asks for another, the second confirms', () => {
  const first = judgeFix(fence, inside, fix(1, 400));
  expect(first).toMatchObject({ crossed: null, doubtful: true });
  expect(judgeFix(fence, first.state, fix(2, 450))).toMatchObject({
    ...{ crossed: { to: 'outside', first: false }, doubtful: false },
  });
});

test('a fix inside between two outside begins anew', () => {
  expect(judged([fix(1, 400), fix(2, 200), fix(3, 420)]).crossings).toEqual([]);
});

test('the same place told again counts once', () => {
  expect(judged([fix(1, 400), fix(2, 400), fix(3, 400), fix(9, 400)]).crossings).toEqual([]);
});

test('two fixes within 30 seconds are one; the next after that confirms', () => {
  expect(judged([fix(1, 400), fix(1.2, 405), fix(1.4, 410)]).crossings).toEqual([]);
  expect(judged([fix(1, 400), fix(1.2, 405), fix(1.5, 410)]).crossings).toEqual([{ minutes: 1.5, to: 'outside' }]);
});

test('two jumps to different sides do not agree, the third in a row confirms', () => {
  expect(judged([fix(1, 900), fix(2, -900)]).crossings).toEqual([]);
  expect(judged([fix(1, 900), fix(2, -900), fix(3, 0, 900)]).crossings).toEqual([{ minutes: 3, to: 'outside' }]);
});

test('a cell fix, one that is too coarse, and one near the border say nothing', () => {
  expect(sideOf(fence, fix(1, 900, 0, { source: 'cell', accuracy: 20 }))).toBe('cell');
  expect(sideOf(fence, fix(1, 900, 0, { accuracy: 151 }))).toBe('inaccurate');
  expect(sideOf(fence, fix(1, 900, 0, { accuracy: 150 }))).toBe('outside');
  expect(sideOf(measured(circle(50)), fix(1, 900, 0, { accuracy: 51 }))).toBe('inaccurate');
  expect(sideOf(fence, fix(1, 329))).toBe('border');
  expect(sideOf(fence, fix(1, 331))).toBe('outside');
  expect(sideOf(fence, fix(1, 360, 0, { accuracy: 70 }))).toBe('border');
  expect(sideOf(fence, fix(1, 299))).toBe('inside');
});

test('a late fix moves nothing', () => {
  const { state } = judged([fix(1, 400)]);
  expect(judgeFix(fence, state, fix(0.5, 500)).state).toBe(state);
  expect(judgeFix(fence, state, fix(2, 500), true).state).toBe(state);
});

test('somebody of whom nothing was known is outside by the second fix, too', () => {
  expect(judgeFix(fence, unknownState, fix(1, 400)).crossed).toBeNull();
  expect(judged([fix(1, 400), fix(2, 410)], unknownState).crossings).toEqual([{ minutes: 2, to: 'outside' }]);
});

/** Normally distributed numbers. */
const normals = (next: () => number) => () => Math.sqrt(-2 * Math.log(next() || 1e-9)) * Math.cos(2 * Math.PI * next());

/** Fixes of somebody who stands within 250 m of home: noise, lone jumps, repeats, cell fixes and backlogs. */
function* standing(next: () => number, count: number): Generator<Fix> {
  const normal = normals(next);
  const [stands, angle] = [30 + next() * 220, next() * 2 * Math.PI];
  const still = (i: number) =>
    fix(i, stands * Math.cos(angle) + 15 * normal(), stands * Math.sin(angle) + 15 * normal());
  let last = still(0);
  let jumped = false;
  for (let i = 1; i <= count; i++) {
    const kind = next();
    // A jump is alone among the fixes that count.
    if (kind < 0.01 && !jumped) {
      jumped = true;
      const [far, to] = [500 + next() * 1500, next() * 2 * Math.PI];
      last = fix(i, far * Math.cos(to), far * Math.sin(to));
      yield last;
    } else if (kind < 0.05) yield { ...last, at: i * 60_000 };
    else if (kind < 0.08) yield fix(i, 800 * normal(), 800 * normal(), { source: 'cell', accuracy: null });
    else if (kind < 0.1) yield fix(i - 1 - next() * 200, 2000 * normal(), 2000 * normal());
    else {
      jumped = false;
      last = still(i);
      yield last;
    }
  }
}

test('a million fixes within, with noise, lone jumps, repeats, cells and backlogs, tell nobody', () => {
  const next = random(7);
  const alarms = Array.from({ length: 1000 }, () => judged(standing(next, 1000)).crossings.length);
  expect(alarms.filter(Boolean)).toEqual([]);
});

test('of pairs of jumps in any two directions at most one in five tells somebody', () => {
  const next = random(11);
  let alarms = 0;
  const jump = (minutes: number) => {
    const [far, to] = [500 + next() * 1500, next() * 2 * Math.PI];
    return fix(minutes, far * Math.cos(to), far * Math.sin(to));
  };
  for (let i = 0; i < 5000; i++) alarms += judged([jump(1), jump(2), fix(3, 10)]).crossings.length > 0 ? 1 : 0;
  expect(alarms / 5000).toBeLessThanOrEqual(0.2);
});

test.each([
  { how: 'on foot by the second fix outside', metresPerMinute: 70, by: 2 },
  { how: 'in a car by the third', metresPerMinute: 700, by: 3 },
])('who really leaves is told $how', ({ metresPerMinute, by }) => {
  const next = random(13);
  const normal = normals(next);
  let right = 0;
  for (let i = 0; i < 1000; i++) {
    const angle = next() * 2 * Math.PI;
    const fixes = Array.from({ length: 40 }, (_, k) => {
      const far = metresPerMinute * (k + next() * 0.1);
      return fix(k + 1, far * Math.cos(angle) + 10 * normal(), far * Math.sin(angle) + 10 * normal());
    });
    const [first] = judged(fixes).crossings;
    const outside = fixes.filter((one) => sideOf(fence, one) === 'outside');
    if (first && outside.findIndex((one) => one.at / 60_000 === first.minutes) < by) right++;
  }
  expect(right).toBeGreaterThanOrEqual(999);
});
