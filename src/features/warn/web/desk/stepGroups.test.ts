import { expect, test } from 'vitest';
import { newestFirst, pressesTogether, reportedStates } from './stepGroups.ts';
import type { WarnStep } from './types.ts';

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

test('of a dispatch those states count as reported that have a step of their own, and none of another dispatch', () => {
  const about = (kind: WarnStep['kind'], dispatchId: string, state: string) => ({
    ...step(kind),
    data: { dispatchId, state },
  });
  const steps = [
    about('dispatch', '7', 'sent'),
    about('dispatch_state', '8', 'on_way'),
    step('note'),
    about('dispatch_state', '7', 'arrived'),
  ];
  expect(reportedStates(steps, '7')).toEqual(['sent', 'arrived']);
});
