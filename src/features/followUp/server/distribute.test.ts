import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distribute } from './distribute.ts';
import { hoursToNext } from './retry.ts';

const some = fc.uniqueArray(fc.tuple(fc.nat(50).map(String), fc.nat(20)), {
  minLength: 1,
  maxLength: 12,
  selector: ([id]) => id,
});

/** Distributes this many items, each open to every user. */
const evenly = (items: number, loads: ReadonlyMap<string, number>) =>
  distribute(Array(items).fill(''), () => [...loads.keys()], loads);

test('every item falls to somebody, and nobody gets one while another has fewer', () => {
  fc.assert(
    fc.property(fc.nat(200), some, (items, people) => {
      const loads = new Map(people);
      const shared = evenly(items, loads);
      expect(shared).toHaveLength(items);
      const got = new Map(people.map(([id]) => [id, shared.filter((one) => one === id).length]));
      const after = people.map(([id, load]) => load + (got.get(id) ?? 0));
      for (const [id, load] of people)
        if ((got.get(id) ?? 0) > 0) expect(load + (got.get(id) ?? 0) - Math.min(...after)).toBeLessThanOrEqual(1);
    }),
  );
});

test('who begin alike end alike: no two differ by more than one', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 12 }), (items, people) => {
      const loads = new Map(Array.from({ length: people }, (_, at) => [String(at), 0]));
      const shared = evenly(items, loads);
      const counts = [...loads.keys()].map((id) => shared.filter((one) => one === id).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }),
  );
});

test('among nobody nothing is shared', () => {
  expect(evenly(3, new Map())).toEqual([null, null, null]);
});

test('an item falls to none but those who may have it, though others have fewer, and to nobody where none may', () => {
  const able = (place: string) => (place === 'north' ? ['1', '2'] : place === 'south' ? ['2'] : []);
  const loads = new Map([
    ['1', 0],
    ['2', 5],
  ]);
  expect(distribute(['north', 'south', 'west', 'north'], able, loads)).toEqual(['1', '2', null, '1']);
});

test('three further calls follow within two days, then somebody goes there', () => {
  const waits = [0, 1, 2, 3].map(hoursToNext);
  expect(waits).toEqual([4, 20, 24, null]);
  expect(waits.reduce<number>((sum, hours) => sum + (hours ?? 0), 0)).toBe(48);
});
