import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLoader, debounceMs } from './loader.ts';

type Call = { input: string; signal: AbortSignal; answer: (value: string) => void; fail: (error: Error) => void };

function watchedLoader() {
  const calls: Call[] = [];
  const shown: string[] = [];
  const waits: boolean[] = [];
  const loader = createLoader<string, string>({
    run: (input, signal) => new Promise((answer, fail) => calls.push({ input, signal, answer, fail })),
    started: (input) => shown.push(`? ${input}`),
    settled: (result) => shown.push('value' in result ? result.value : String(result.error)),
    waiting: (is) => waits.push(is),
  });
  return { calls, shown, waits, loader };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('requests of a list', () => {
  test('the first load and clicks leave at once', () => {
    const { calls, loader } = watchedLoader();
    loader.now('a');
    expect(calls.map(({ input }) => input)).toEqual(['a']);
  });

  test('typed changes leave 1000 ms after the last one, once', async () => {
    const { calls, waits, loader } = watchedLoader();
    loader.later('王');
    await vi.advanceTimersByTimeAsync(debounceMs - 1);
    loader.later('王桂');
    await vi.advanceTimersByTimeAsync(debounceMs - 1);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.map(({ input }) => input)).toEqual(['王桂']);
    expect(waits).toEqual([true, false, true, false]);
  });

  test('Enter takes the place of what waits', async () => {
    const { calls, loader } = watchedLoader();
    loader.later('王');
    loader.now('王桂');
    await vi.advanceTimersByTimeAsync(debounceMs * 2);
    expect(calls.map(({ input }) => input)).toEqual(['王桂']);
  });

  test('a newer request aborts the older one', () => {
    const { calls, loader } = watchedLoader();
    loader.now('a');
    loader.now('b');
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  test('a late answer of an older request is never shown, neither before nor after the newer one', async () => {
    const { calls, shown, loader } = watchedLoader();
    loader.now('a');
    loader.now('b');
    calls[0]?.answer('A');
    await settle();
    calls[1]?.answer('B');
    await settle();
    expect(shown).toEqual(['? a', '? b', 'B']);
  });

  test('an aborted request that fails is not shown as an error', async () => {
    const { calls, shown, loader } = watchedLoader();
    loader.now('a');
    loader.now('b');
    calls[0]?.fail(new Error('aborted'));
    await settle();
    expect(shown).toEqual(['? a', '? b']);
  });

  test('every request that is not replaced is settled, failed ones too, so that the veil always closes', async () => {
    const { calls, shown, loader } = watchedLoader();
    loader.now('a');
    calls[0]?.fail(new Error('down'));
    await settle();
    expect(shown).toEqual(['? a', 'Error: down']);
  });

  test('a stopped list asks and shows nothing more', async () => {
    const { calls, shown, loader } = watchedLoader();
    loader.now('a');
    loader.later('b');
    loader.stop();
    calls[0]?.answer('A');
    await vi.advanceTimersByTimeAsync(debounceMs * 2);
    expect([calls.length, shown]).toEqual([1, ['? a']]);
    expect(calls[0]?.signal.aborted).toBe(true);
  });
});
