import { expect, test } from 'vitest';
import { fairQueue } from './fairQueue.ts';

/** Creates work that records its start in `begun` and ends on demand. */
function working(): { begun: string[]; work(name: string): () => Promise<string>; end(name: string): void } {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name) => () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    },
    end: (name) => ends.get(name)?.(),
  };
}

/** Waits until all pending callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('work is done a few pieces at a time, person by person, however much one of them asks for', async () => {
  const { begun, work, end } = working();
  const inTurn = fairQueue(1, 60_000);
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => inTurn(name.slice(0, 1), work(name)));
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) {
    await settled();
    expect(begun.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('a piece that lasts or fails leaves its place to the next, once', async () => {
  const { begun, work, end } = working();
  const inTurn = fairQueue(1, 1);
  const slow = inTurn('a', work('slow'));
  const next = inTurn('b', work('next'));
  await expect.poll(() => begun).toEqual(['slow', 'next']);
  end('slow');
  end('next');
  expect(await Promise.all([slow, next])).toEqual(['slow', 'next']);
  const strict = fairQueue(1, 60_000);
  await expect(strict('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const [first, second] = [strict('a', work('one')), strict('a', work('two'))];
  await settled();
  expect(begun.slice(2)).toEqual(['one']);
  end('one');
  await settled();
  end('two');
  expect(await Promise.all([first, second])).toEqual(['one', 'two']);
});
