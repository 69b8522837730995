import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asAlarm, cooperativePause, yieldToAlarms } from './alarmPriority.ts';

/** Blocks the thread for `ms`. */
function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Starts long loops that record each round; returns the stop function. */
function loops(count: number, noted: number[]): () => Promise<void> {
  let over = false;
  const all = Array.from({ length: count }, async (_, loop) => {
    const pause = cooperativePause();
    while (!over) {
      hold(5);
      noted.push(loop);
      await pause();
    }
  });
  return async () => {
    over = true;
    await Promise.all(all);
  };
}

test('of several long loops one goes on in each turn of the event loop', async () => {
  const noted: number[] = [];
  const stop = loops(5, noted);
  const perTurn: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const countBefore = noted.length;
    await turn();
    perTurn.push(noted.length - countBefore);
  }
  await stop();
  expect(Math.max(...perTurn)).toBe(1);
  expect(new Set(noted).size).toBe(5);
});

test('while an alarm is under way long loops stand back', async () => {
  const noted: number[] = [];
  const stop = loops(3, noted);
  let rounds = 0;
  await asAlarm(async () => {
    // The loop next in order may already have begun its turn.
    await turn();
    const countBefore = noted.length;
    for (let hop = 0; hop < 30; hop += 1) await turn();
    rounds = noted.length - countBefore;
  });
  await stop();
  expect(rounds).toBeLessThanOrEqual(1);
  expect(noted.length).toBeGreaterThan(rounds);
});

test('what gives way goes on when no alarm is under way, and in the end behind a long one', async () => {
  expect(yieldToAlarms()).toBeUndefined();
  const order: string[] = [];
  const waiting = asAlarm(async () => {
    const pending = yieldToAlarms()?.then(() => order.push('other'));
    await turn();
    await turn();
    order.push('alarm');
    return { given: pending };
  });
  await (await waiting).given;
  expect(order).toEqual(['alarm', 'other']);
  await asAlarm(async () => yieldToAlarms());
});
