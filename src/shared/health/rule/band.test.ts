import { expect, test } from 'vitest';
import type { BandRow } from '../bands.ts';
import { type BandState, judgeBand } from './band.ts';
import type { RuleOfKind } from './definition.ts';
import { type Point, sampleOf } from './sample.ts';

const row: BandRow = { kind: 'heart_rate', meal: null, asleep: false, bands: [{ level: 3, from: 111 }] };

const rule = (definition: RuleOfKind<'band'>['definition']): RuleOfKind<'band'> => ({
  ...{ id: '1', kind: 'band', metric: 'heart_rate', definition, level: null, hours: null },
  ...{ cooldownMinutes: 30, version: 1 },
});

/** Judges one value a minute; null is a missing one. Returns the indexes at which it raises and is back. */
function play(values: readonly (number | null)[], definition: RuleOfKind<'band'>['definition']) {
  let state: BandState | null = null;
  const before: Point[] = [];
  const events: string[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const sample = sampleOf('heart_rate', { at: index * 60_000, value }, [row]);
    const result = judgeBand(rule(definition), state, sample, before);
    if (result.isNew) events.push(`raise ${index}`);
    if (result.isBack) events.push(`back ${index}`);
    state = result.state;
    before.push(sample);
  }
  return events;
}

const vector1 = [100, 112, 113, 108, 111, 112, 114, 113, 109, 106, 104, 103, 102, 104, 101, 100];
const vector2 = [112, 113, null, 112, 113, 114, 104, 103, null, null, 102, 101, 100];
const byMinutes = { minutes: 3, back: 5, clearMinutes: 5 };
const byTimes = { times: 3, back: 5, clearMinutes: 5 };

test.each([
  ['minutes', byMinutes],
  ['times', byTimes],
] as const)('vector 1 of clinical.md 3.6 raises at 6 and is back at 14, by %s', (_name, definition) => {
  expect(play(vector1, definition)).toEqual(['raise 6', 'back 14']);
});

test.each([
  ['minutes', byMinutes],
  ['times', byTimes],
] as const)('vector 2 with gaps raises at 5 and is back at 12, by %s', (_name, definition) => {
  expect(play(vector2, definition)).toEqual(['raise 5', 'back 12']);
});
