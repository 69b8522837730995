import { expect, test } from 'vitest';
import { limitConcurrency } from './concurrency.ts';

test('work beyond the limit waits its turn in order, and what finds too many waiting is refused', async () => {
  const inTurn = limitConcurrency(1, 2);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const done: number[] = [];
  const runs = [1, 2, 3].map((id) => inTurn(() => held.then(() => done.push(id))));
  await expect(inTurn(async () => 4)).rejects.toMatchObject({ status: 503 });
  release();
  await Promise.all(runs);
  expect(done).toEqual([1, 2, 3]);
  expect(await inTurn(async () => 5)).toBe(5);
});
