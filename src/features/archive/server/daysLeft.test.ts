import { expect, test } from 'vitest';
import { daysLeft } from './daysLeft.ts';

test('days left are whole days, and unknown without a dose by the clock', () => {
  const supply = { amount: 2, times: ['07:00', '19:00'], quantity: 11, state: 'active' };
  expect(daysLeft(supply)).toBe(2);
  expect(daysLeft({ ...supply, quantity: 0 })).toBe(0);
  expect(daysLeft({ ...supply, amount: 0.5, times: ['07:00'], quantity: 5 })).toBe(10);
  for (const unknown of [{ amount: null }, { times: null }, { times: [] }, { quantity: null }, { state: 'stopped' }])
    expect(daysLeft({ ...supply, ...unknown })).toBeNull();
});
