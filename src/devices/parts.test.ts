import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Parts } from './parts.ts';

const part = (text: string) => ({ content: Buffer.from(text), frame: Buffer.from(`<${text}>`) });
const bounds = { bytes: 100, parts: 10, messages: 2, age: 60_000 };

test('parts in any order make one message, with all their frames', () => {
  const order = fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 });
  fc.assert(
    fc.property(order, (indexes) => {
      const parts = new Parts();
      const states = indexes.map((index) => parts.add('k', 4, index, part(String(index)), 0));
      expect(states.at(-1)).toEqual({
        state: 'whole',
        content: Buffer.from('1234'),
        frames: Buffer.from('<1><2><3><4>'),
      });
      expect(parts.heldBytes).toBe(0);
    }),
  );
});

test('with the last part it is told which are missing', () => {
  const parts = new Parts();
  expect(parts.add('k', 4, 2, part('b'), 0)).toEqual({ state: 'begun', missing: [] });
  expect(parts.add('k', 4, 4, part('d'), 0)).toEqual({ state: 'begun', missing: [1, 3] });
});

test('what was begun is dropped after its time', () => {
  const parts = new Parts(bounds);
  parts.add('k', 2, 1, part('a'), 0);
  expect(parts.add('k', 2, 2, part('b'), 60_001)).toMatchObject({ state: 'begun' });
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
      const parts = new Parts(bounds);
      for (const { key, total, index, size, at } of steps) {
        parts.add(key, total, index, part('x'.repeat(size)), at);
        expect(parts.heldBytes).toBeLessThanOrEqual(bounds.bytes);
        expect(parts.heldBytes).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
