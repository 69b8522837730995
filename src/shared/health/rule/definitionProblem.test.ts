import { expect, test } from 'vitest';
import { definitionProblem } from './definitionProblem.ts';

const band = { times: 2, clearMinutes: 5 };
const condition = (metric: string) => ({ metric, above: 1 });

test.each([
  ['a whole band', 'band', 'systolic', band, undefined],
  ['neither times nor minutes', 'band', 'systolic', { clearMinutes: 5 }, 'definition.times'],
  ['both times and minutes', 'band', 'systolic', { ...band, minutes: 3 }, 'definition.times'],
  ['a missing field', 'band', 'systolic', { times: 2 }, 'definition.clearMinutes'],
  ['a field of another kind', 'band', 'systolic', { ...band, nights: 14 }, 'definition.nights'],
  ['a sign that the kind does not judge', 'band', 'in_bed', band, 'metric'],
  ['a change of nothing', 'step', 'heart_rate', { of: 5, by: 0 }, 'definition.by'],
  ['a trend by day and by percent', 'trend', 'weight', { days: 7, perDay: 1, percent: 1 }, 'definition.perDay'],
  [
    'limits of a baseline in the wrong order',
    'baseline',
    'heart_rate',
    { nights: 14, watch: 4, warn: 3 },
    'definition.warn',
  ],
  [
    'a condition without limit',
    'together',
    'spo2',
    { all: [condition('spo2'), { metric: 'heart_rate' }], withinMinutes: 5 },
    'definition.all.1.above',
  ],
  [
    'a sign twice',
    'together',
    'spo2',
    { all: [condition('spo2'), condition('spo2')], withinMinutes: 5 },
    'definition.all.1.metric',
  ],
  ['a NEWS2 without its single part', 'news2', 'news2', { from: 5 }, 'definition.single'],
] as const)('%s is judged at its field', (_name, kind, metric, definition, field) => {
  expect(definitionProblem(kind, metric, definition)?.field).toBe(field);
});
