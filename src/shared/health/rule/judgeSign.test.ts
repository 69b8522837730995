import fc from 'fast-check';
import { expect, test } from 'vitest';
import { houseBands } from '../bands.ts';
import type { JudgedRule, RuleOfKind } from './definition.ts';
import { type Act, judgeSign, type SignState, type Standing } from './judgeSign.ts';
import { type Point, sampleOf } from './sample.ts';

const common = { level: null, hours: null, cooldownMinutes: 30, version: 1 };
const band: RuleOfKind<'band'> = {
  ...common,
  ...{ id: '1', kind: 'band', metric: 'heart_rate', definition: { minutes: 3, clearMinutes: 5 } },
};
const step: RuleOfKind<'step'> = {
  ...common,
  ...{ id: '2', kind: 'step', metric: 'heart_rate', definition: { of: 5, by: 30 }, level: 3 },
};
const news2: RuleOfKind<'news2'> = {
  ...common,
  ...{ id: '3', kind: 'news2', metric: 'news2', definition: { from: 5, single: true } },
};
const rows = houseBands.filter(({ kind, asleep }) => kind === 'heart_rate' && !asleep);
const minute = 60_000;
const zone = 'Asia/Shanghai';

interface Happened {
  at: number;
  act: Act;
  standing: Standing;
}

/** Plays one heart rate a minute; null is a missing one. `takenAt`: health staff take the warning that is open then. */
function play(rules: readonly JudgedRule[], values: readonly (number | null)[], takenAt = -1): Happened[] {
  let states: SignState = {};
  let standing: Standing = { open: null, ended: null };
  const before: Point[] = [];
  const happened: Happened[] = [];
  for (const [index, value] of values.entries()) {
    if (index === takenAt && standing.open) standing = { ...standing, open: { ...standing.open, isTaken: true } };
    if (value === null) continue;
    const sample = sampleOf('heart_rate', { at: index * minute, value }, rows);
    const judged = judgeSign(
      rules,
      { states, standing },
      { by: 'value', sample, before, newest: { heart_rate: sample }, scale: '1' },
      { zone },
    );
    ({ states, standing } = judged);
    before.push(sample);
    for (const act of judged.acts) happened.push({ at: index, act, standing });
  }
  return happened;
}

const kinds = (happened: readonly Happened[]) => happened.map(({ at, act }) => `${act.kind} ${at}`);
const times = (value: number, count: number) => Array.from({ length: count }, () => value);

test('within 30 minutes of its end nothing new at the same level, a worse one at once, afterwards a new one', () => {
  const ended = [...times(100, 4), ...times(70, 6)];
  expect(kinds(play([band], [...ended, ...times(100, 20)]))).toEqual(['raise 2', 'back 8']);
  expect(kinds(play([band], [...ended, ...times(125, 4)]))).toEqual(['raise 2', 'back 8', 'raise 12']);
  expect(kinds(play([band], [...ended, ...times(100, 40)]))).toEqual(['raise 2', 'back 8', 'raise 38']);
});

test('a worse level lifts the open warning, a better one does nothing to it', () => {
  expect(kinds(play([band], [...times(100, 4), ...times(125, 4), ...times(100, 4)]))).toEqual(['raise 2', 'lift 6']);
});

test('what somebody has taken is not ended by the sign', () => {
  const [, back] = play([band], [...times(100, 4), ...times(70, 6)], 4);
  expect([back?.act, back?.standing.open]).toMatchObject([{ kind: 'back', ends: false }, { isTaken: true }]);
});

test('a warning of level 2 says that the sign is back, and waits', () => {
  const [, back] = play([band], [...times(125, 4), ...times(70, 6)]);
  expect(back?.act).toMatchObject({ kind: 'back', ends: false });
});

test('another rule that fires on the sign counts, and is no second warning', () => {
  expect(kinds(play([band, step], [...times(70, 6), ...times(105, 4)]))).toEqual(['raise 6', 'again 8']);
});

test('a sign is never raised while it is open, never back without one, whatever the values', () => {
  const value = fc.option(fc.oneof(fc.integer({ min: 40, max: 140 }), fc.constant(70), fc.constant(120)));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 120 }), fc.integer({ min: -1, max: 60 }), (values, takenAt) => {
      let isOpen = false;
      for (const { act, standing } of play([band, step], values, takenAt)) {
        expect(act.kind === 'raise').toBe(!isOpen);
        isOpen = standing.open !== null;
      }
    }),
  );
});

test('values without any that is out of its band leave no state', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 55, max: 84 }), { maxLength: 50 }), (values) => {
      expect(play([band, step], values)).toEqual([]);
    }),
  );
});

/** Judges a NEWS2 by its newest values, minutes before the one that came. */
function score(values: Readonly<Record<string, number>>, minutesAgo: Readonly<Record<string, number>> = {}) {
  const at = 1000 * minute;
  const newest = Object.fromEntries(
    Object.entries(values).map(([kind, value]) => [kind, { value, at: at - (minutesAgo[kind] ?? 0) * minute }]),
  );
  const sample = sampleOf('heart_rate', { at, value: values.heart_rate ?? 70 }, []);
  const { acts } = judgeSign(
    [news2],
    { states: {}, standing: { open: null, ended: null } },
    { by: 'value', sample, before: [], newest, scale: '1' },
    { zone },
  );
  return acts.map((act) => act.kind !== 'back' && [act.firing.level, act.firing.value])[0];
}

const ill = {
  breath_rate: 22,
  spo2: 93,
  oxygen: 0,
  systolic: 105,
  heart_rate: 95,
  consciousness: 0,
  temperature: 38.2,
};

test('a NEWS2 fires with all seven parts within 60 minutes, at the level of its risk', () => {
  expect(score(ill)).toEqual([1, 7]);
  expect(score({ ...ill, temperature: 37, systolic: 120 })).toEqual([2, 5]);
  expect(score({ ...ill, breath_rate: 8, spo2: 97, temperature: 37, systolic: 120, heart_rate: 70 })).toEqual([3, 3]);
  expect(score({ ...ill, breath_rate: 16, spo2: 97 })).toBeUndefined();
});

test.each(Object.keys(ill))('a NEWS2 without %s, or with an old one, says nothing', (part) => {
  const { [part as keyof typeof ill]: _missing, ...rest } = ill;
  expect(score(rest)).toBeUndefined();
  expect(score(ill, { [part]: 60 })).toBeUndefined();
});
