import { expect, test } from 'vitest';
import { FailureLimiter } from './failureLimiter.ts';

test('a hundred wrong tries at once are judged as often as one may be wrong, and no more until the window is over', async () => {
  const tries = new FailureLimiter(10, 60_000);
  let judged = 0;
  const wrong = async () => {
    judged += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return null;
  };
  const answers = await Promise.all(Array.from({ length: 100 }, () => tries.judge('somewhere', wrong)));
  expect(judged).toBe(10);
  expect(answers.filter((answer) => answer === 'limited')).toHaveLength(90);
  expect(await tries.judge('elsewhere', async () => 'in')).toBe('in');
});

test('a crowd with the right word gets in, all of it', async () => {
  const tries = new FailureLimiter(10, 60_000);
  const succeed = () => new Promise<string>((resolve) => setImmediate(() => resolve('in')));
  const answers = await Promise.all(Array.from({ length: 100 }, () => tries.judge('behind one address', succeed)));
  expect(new Set(answers)).toEqual(new Set(['in']));
});

test('a try that cannot be judged is not a wrong one', async () => {
  const tries = new FailureLimiter(1, 60_000);
  await expect(tries.judge('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await tries.judge('a', async () => 'in')).toBe('in');
});
