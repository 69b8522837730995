import { expect, test } from 'vitest';
import { FrameBudget } from './frameBudget.ts';

test('past the bytes that all may hold together the connection that holds most goes, and the others stay', () => {
  const budget = new FrameBudget(1000);
  const crowdedOut: string[] = [];
  const holder = (name: string) => ({
    crowded: () => {
      crowdedOut.push(name);
    },
  });
  const [honest, greedy, late] = [holder('honest'), holder('greedy'), holder('late')];
  budget.hold(honest, 200);
  budget.hold(greedy, 700);
  budget.hold(late, 90);
  expect(crowdedOut).toEqual([]);
  budget.hold(late, 110);
  expect(crowdedOut).toEqual(['greedy']);
  budget.hold(greedy, 0);
  budget.hold(late, 0);
  budget.hold(honest, 1000);
  expect(crowdedOut).toEqual(['greedy']);
});
