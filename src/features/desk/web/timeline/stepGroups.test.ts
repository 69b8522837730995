import { expect, test } from 'vitest';
import type { WarnStep } from '#features/warn/web/service.ts';
import { newestFirst, pressesTogether } from './stepGroups.ts';

let stepCount = 0;
function step(kind: WarnStep['kind']): WarnStep {
  stepCount += 1;
  const at = new Date(Date.UTC(2026, 10, 20) + Math.floor(stepCount / 2) * 1000).toISOString();
  return { id: String(stepCount), kind, at, userId: null, userName: null, note: null, data: {} };
}

const sizes = (kinds: WarnStep['kind'][]) =>
  pressesTogether(newestFirst(kinds.map(step))).map((group) => `${group[0].kind} ${group.length}`);

test('many presses in a row are one group, a few stand one by one', () => {
  const presses = (count: number) => Array.from({ length: count }, (): WarnStep['kind'] => 'repeated');
  expect(sizes(['created', ...presses(56), 'claimed', ...presses(2)])).toEqual([
    'repeated 1',
    'repeated 1',
    'claimed 1',
    'repeated 56',
    'created 1',
  ]);
});

test('of one instant the later step stands above', () => {
  const [first, second] = [step('claimed'), step('note')];
  expect(newestFirst([first, { ...second, at: first.at }]).map((entry) => entry.kind)).toEqual(['note', 'claimed']);
});
