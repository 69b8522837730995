import { expect, test } from 'vitest';
import { TurnBudget } from './turnBudget.ts';

/** Creates a budget of four per turn, where each piece of work costs one; the test runs the turns. */
function open() {
  const clock = { at: 0 };
  const turns: (() => void)[] = [];
  const done: string[] = [];
  const budget = new TurnBudget({ most: 4, now: () => clock.at, later: (callback) => turns.push(callback) });
  const worker = (name: string, pieces: number) => {
    let remaining = pieces;
    const work = () => {
      done.push(name);
      clock.at += 1;
      remaining -= 1;
      return remaining > 0;
    };
    return { work };
  };
  const turn = () => {
    done.length = 0;
    turns.shift()?.();
    return done.join('');
  };
  return { budget, worker, turn, turns };
}

test('all workers share the budget of a turn, one piece of each after the other, and go on in the next', () => {
  const { budget, worker, turn, turns } = open();
  for (const name of ['a', 'b', 'c']) budget.add(worker(name, 3));
  expect(turns).toHaveLength(1);
  expect(turn()).toBe('abca');
  expect(turn()).toBe('bcab');
  expect(turn()).toBe('c');
  expect(turns).toHaveLength(0);
});

test('a worker that comes while eight have work without end waits for one piece of each of them', () => {
  const { budget, worker, turn } = open();
  for (const name of '12345678') budget.add(worker(name, Number.POSITIVE_INFINITY));
  turn();
  budget.add(worker('!', 1));
  expect(turn() + turn() + turn()).toBe('5678' + '1234' + '!567');
});

test('work that throws costs the others nothing', () => {
  const { budget, worker, turn } = open();
  budget.add({
    work: () => {
      throw new Error('a fault');
    },
  });
  budget.add(worker('a', 1));
  expect(turn).toThrow('a fault');
  expect(turn()).toBe('a');
});
