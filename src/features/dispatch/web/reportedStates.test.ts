import { expect, test } from 'vitest';
import type { WarnStep } from '#features/warn/web/service.ts';
import { reportedStates } from './reportedStates.ts';

function step(kind: WarnStep['kind']): WarnStep {
  return { id: '1', kind, at: '2026-11-20T00:00:00.000Z', userId: null, userName: null, note: null, data: {} };
}

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
