import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MultipartCollector } from './multipart.ts';

const part = (text: string) => ({ content: Buffer.from(text), frame: Buffer.from(`<${text}>`) });
const bounds = { bytes: 100, parts: 10, messages: 2, maxAgeMs: 60_000 };

test('parts in any order make one message, with all their frames', () => {
  const order = fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 });
  fc.assert(
    fc.property(order, (indexes) => {
      const collector = new MultipartCollector();
      const states = indexes.map((index) => collector.add('k', 4, index, part(String(index)), 0));
      expect(states.at(-1)).toEqual({
        state: 'whole',
        content: Buffer.from('1234'),
        frames: Buffer.from('<1><2><3><4>'),
      });
      expect(collector.heldBytes).toBe(0);
    }),
  );
});

test('of a begun message the first parts that are missing can be asked for, and a repeated part shows as one', () => {
  const collector = new MultipartCollector();
  expect(collector.add('k', 5, 2, part('b'), 0)).toEqual({ state: 'begun', isRepeated: false });
  expect(collector.add('k', 5, 5, part('e'), 0)).toEqual({ state: 'begun', isRepeated: false });
  expect(collector.add('k', 5, 5, part('e'), 0)).toEqual({ state: 'begun', isRepeated: true });
  expect(collector.missing('k', 2)).toEqual([1, 3]);
  expect(collector.missing('k', 9)).toEqual([1, 3, 4]);
  expect(collector.missing('none', 9)).toEqual([]);
});

test('what may be answered grows with the frames that come, and falls with what is answered', () => {
  const collector = new MultipartCollector();
  for (let n = 0; n < 2; n++) collector.add('k', 4, 4, part('last'), 0);
  expect(collector.spare('k')).toBe(12);
  collector.recordAnswered('k', 10);
  expect(collector.spare('k')).toBe(2);
});

test('what was begun is dropped after its time', () => {
  const collector = new MultipartCollector(bounds);
  collector.add('k', 2, 1, part('a'), 0);
  expect(collector.add('k', 2, 2, part('b'), 60_001)).toMatchObject({ state: 'begun' });
});

test('no run of parts holds more than the bound', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    total: fc.integer({ min: 0, max: 12 }),
    index: fc.integer({ min: 0, max: 12 }),
    size: fc.integer({ min: 0, max: 60 }),
    at: fc.integer({ min: 0, max: 200_000 }),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const collector = new MultipartCollector(bounds);
      for (const { key, total, index, size, at } of steps) {
        collector.add(key, total, index, part('x'.repeat(size)), at);
        expect(collector.heldBytes).toBeLessThanOrEqual(bounds.bytes);
        expect(collector.heldBytes).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
