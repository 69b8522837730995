import { expect, test, vi } from 'vitest';
import { itemsOf } from './items.ts';

test('items of which the last is cut off are read once, however many they are', () => {
  const body = Buffer.concat([Buffer.alloc(2000), Buffer.from([1, 255]), Buffer.alloc(254)]);
  const subarrays = vi.spyOn(Buffer.prototype, 'subarray');
  const { items, isComplete } = itemsOf(body, 0);
  const times = subarrays.mock.calls.length;
  subarrays.mockRestore();
  expect([items.length, isComplete, times]).toEqual([1000, false, 1001]);
});
