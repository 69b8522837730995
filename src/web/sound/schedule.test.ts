import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phrase, phrasesBetween, type Ring } from './schedule.ts';

const starts = (ring: Ring, from: number, to: number) => phrasesBetween(ring, from, to).map((tones) => tones[0]?.at);

describe('the alarm sound', () => {
  test('level 1 is two rising notes of 180 ms, 660 then 880 Hz', () => {
    expect(phrase(1, 1000).map((tone) => [tone.at, tone.frequency, tone.duration])).toEqual([
      [1000, 660, 180],
      [1180, 880, 180],
    ]);
  });

  test('level 1 sounds every 2 s and, 30 s unclaimed, louder and every second', () => {
    const ring: Ring = { level: 1, since: 0, louderAt: 30_000 };
    expect(starts(ring, 0, 6001)).toEqual([0, 2000, 4000, 6000]);
    expect(starts(ring, 27_000, 33_001)).toEqual([28_000, 30_000, 31_000, 32_000, 33_000]);
    const volume = (at: number) => phrasesBetween(ring, at, at + 1)[0]?.[0]?.volume ?? 0;
    expect(volume(30_000)).toBeGreaterThan(volume(28_000));
  });

  test('level 2 sounds one 660 Hz note of 250 ms every 10 s', () => {
    const ring: Ring = { level: 2, since: 0, louderAt: 0 };
    expect(starts(ring, 0, 30_000)).toEqual([0, 10_000, 20_000]);
    expect(phrase(2, 0)).toMatchObject([{ frequency: 660, duration: 250 }]);
  });

  test('a lost line is two falling notes every 5 s, so that it is not taken for an alarm', () => {
    expect(starts({ level: 'lost', since: 0, louderAt: 0 }, 0, 10_001)).toEqual([0, 5000, 10_000]);
    const [first, second] = phrase('lost', 0);
    expect(first?.frequency).toBeGreaterThan(second?.frequency ?? 0);
  });

  test('level 3 is one softer note and level 4 is silent', () => {
    expect(phrase(3, 0)).toHaveLength(1);
    expect(phrase(3, 0)[0]?.volume).toBeLessThan(phrase(2, 0)[0]?.volume ?? 0);
    expect(phrase(4, 0)).toEqual([]);
  });

  test('however the time is cut into pieces, every sounding comes exactly once', () => {
    const ring = fc.record({
      level: fc.constantFrom<1 | 2>(1, 2),
      since: fc.integer({ min: 0, max: 5000 }),
      louderAt: fc.integer({ min: 0, max: 40_000 }),
    });
    fc.assert(
      fc.property(ring, fc.array(fc.integer({ min: 0, max: 60_000 })), (each, cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), 60_000];
        const pieces = places.slice(1).flatMap((to, index) => starts(each, places[index] ?? 0, to));
        expect(pieces).toEqual(starts(each, 0, 60_000));
      }),
    );
  });
});
