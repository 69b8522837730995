import { expect, test } from 'vitest';
import { type Band, houseBands } from '#shared/health/bands.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import { bandsOf, limitProblem, limitsOf, stretchesOf } from './limits.ts';

test.each(houseBands.map((row) => [`${row.kind} ${row.meal} ${row.asleep}`, row] as const))(
  'the limits of the house give its bands again: %s',
  (_name, { bands }) => {
    expect(bandsOf(limitsOf(bands))).toEqual(bands);
  },
);

test('bands of limits have no overlap and no hole, also where a level is left out', () => {
  expect(bandsOf({ low1: 40, low3: 55, high2: 120 })).toEqual([
    { level: 1, to: 40 },
    { level: 3, from: 40, to: 55 },
    { level: 2, from: 120 },
  ]);
});

test.each([
  [{ low1: 50, low2: 45 }, 'low2', '须大于 50'],
  [{ low3: 60, high3: 60 }, 'high3', '须大于 60'],
  [{ high3: 100, high1: 90 }, 'high1', '须大于 100'],
  [{ low1: 10 }, 'low1', '心率应在 20–250 之间'],
  [{ low1: 40, high1: 131 }, 'high1', undefined],
] as const)('a limit lies above those before it: %j', (limits, name, msg) => {
  expect(limitProblem('heart_rate', limits, name)).toBe(msg);
});

test.each<[ReadingKindName, Band[], string]>([
  [
    'heart_rate',
    [
      { level: 1, to: 41 },
      { level: 3, from: 96, to: 116 },
    ],
    '≤ 40 1, 41–95 null, 96–115 3, ≥ 116 null',
  ],
  [
    'temperature',
    [
      { level: 3, from: 37.3, to: 38.1 },
      { level: 2, from: 38.1 },
    ],
    '≤ 37.2 null, 37.3–38 3, ≥ 38.1 2',
  ],
  [
    'glucose',
    [
      { level: 1, to: 3 },
      { level: 2, from: 3, to: 3.9 },
    ],
    '< 3 1, 3–<3.9 2, ≥ 3.9 null',
  ],
  ['spo2', [], ''],
])('the scale of %s is told from end to end', (kind, bands, text) => {
  expect(
    stretchesOf(kind, bands)
      .map((one) => `${one.text} ${one.level}`)
      .join(', '),
  ).toBe(text);
});
