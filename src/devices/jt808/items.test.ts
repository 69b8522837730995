import { expect, test, vi } from 'vitest';
import { itemsOf } from './items.ts';

test('items of which the last is cut off are read once, however many they are', () => {
  const body = Buffer.concat([Buffer.alloc(2000), Buffer.from([1, 255]), Buffer.alloc(254)]);
  const taken = vi.spyOn(Buffer.prototype, 'subarray');
  const { items, isComplete: isWhole } = itemsOf(body, 0);
  const times = taken.mock.calls.length;
  taken.mockRestore();
  expect([items.length, isWhole, times]).toEqual([1000, false, 1001]);
});
