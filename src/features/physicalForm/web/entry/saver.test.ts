import { expect, test } from 'vitest';
import { createSaver, type SaveFault, type SaveState } from './saver.ts';

/** A saver with answers that the test gives; `again` runs what waits for later. */
function aSaver() {
  const batches: Record<string, string>[] = [];
  const answers: ((fault?: SaveFault) => void)[] = [];
  const later: (() => void)[] = [];
  let state: SaveState | undefined;
  const saver = createSaver<string>({
    send: (batch) => {
      batches.push(Object.fromEntries(batch));
      return new Promise((resolve) => answers.push((fault) => resolve(fault)));
    },
    later: (run) => later.push(run),
    now: () => 7,
    onState: (next) => {
      state = next;
    },
  });
  const answer = async (fault?: SaveFault) => {
    answers.shift()?.(fault);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { saver, batches, answer, again: () => later.shift()?.(), state: () => state };
}

test('what is typed while a batch is under way goes with the next one, the newest value of a field alone', async () => {
  const { saver, batches, answer, state } = aSaver();
  saver.put([['a', '1']]);
  saver.put([['b', '2']]);
  saver.put([['b', '3']]);
  expect(batches).toEqual([{ a: '1' }]);
  expect([...(state()?.waiting ?? [])]).toEqual(['a', 'b']);
  await answer();
  expect(batches).toEqual([{ a: '1' }, { b: '3' }]);
  await answer();
  expect(state()).toMatchObject({ savedAt: 7, failure: undefined });
  expect(state()?.waiting.size).toBe(0);
});

test('a time of saving stands only after the answer', async () => {
  const { saver, answer, state } = aSaver();
  saver.put([['a', '1']]);
  expect(state()?.savedAt).toBeUndefined();
  await answer();
  expect(state()?.savedAt).toBe(7);
});

test('without an answer everything waits and is sent again, a newer value instead of the older one', async () => {
  const { saver, batches, answer, again, state } = aSaver();
  saver.put([
    ['a', '1'],
    ['b', '1'],
  ]);
  await answer({ kind: 'failed', reason: '网络断开' });
  expect(state()).toMatchObject({ failure: '网络断开' });
  expect([...(state()?.waiting ?? [])]).toEqual(['a', 'b']);
  again();
  expect(batches[1]).toEqual({ a: '1', b: '1' });
  saver.put([['b', '2']]);
  await answer({ kind: 'failed', reason: '网络断开' });
  saver.retry();
  expect(batches[2]).toEqual({ a: '1', b: '2' });
});

test('a refused field is marked and does not hold back the others', async () => {
  const { saver, batches, answer, state } = aSaver();
  saver.put([
    ['a', '999'],
    ['b', '1'],
  ]);
  await answer({ kind: 'refused', reasons: new Map([['a', '应在 10–300 之间']]) });
  expect(batches[1]).toEqual({ b: '1' });
  await answer();
  expect([...(state()?.refused ?? [])]).toEqual([['a', '应在 10–300 之间']]);
  saver.put([['a', '99']]);
  expect(state()?.refused.size).toBe(0);
});

test('fields given up to others are not sent again', async () => {
  const { saver, batches, answer } = aSaver();
  saver.put([
    ['a', '1'],
    ['b', '1'],
  ]);
  await answer({ kind: 'changed', dropped: new Set(['a']) });
  expect(batches[1]).toEqual({ b: '1' });
  await answer();
  await saver.settled();
  expect(batches).toHaveLength(2);
});
