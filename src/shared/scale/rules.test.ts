import { expect, test } from 'vitest';
import { checkDefinition } from './check/checkDefinition.ts';
import { own } from './check/testing.ts';
import type { Facts, ScaleDefinition, ScaleRule } from './definition.ts';
import { scoreScale } from './score.ts';

const flags = ['f', 'g', 'h'];
const bands = ['0', '1', '2', '3'].map((code, index) => ({
  code,
  label: `等级${code}`,
  from: index * 2,
  to: index * 2 + 1,
}));

/** A scale of one item with four grades and a flag for each rule. */
function scaleWith(rules: readonly Omit<ScaleRule, 'code' | 'evidence'>[]): ScaleDefinition {
  const scale: ScaleDefinition = {
    ...{ code: 'rules', name: '规则', version: 1, licence: '本院自拟', validMonths: null },
    items: [
      {
        code: '1',
        label: '问题',
        options: ['0', '2', '4', '6'].map((code) => ({ code, label: code, points: Number(code) })),
      },
    ],
    facts: flags.map((key) => ({ key, label: key, kind: 'flag' })),
    total: { of: 'sum' },
    bandSets: [{ code: 'S', label: '分级', bands }],
    grade: { by: 'bands' },
    rules: rules.map((rule, index) => ({ ...rule, code: `r${index}`, evidence: '依据' })),
  };
  expect(checkDefinition(scale).problems).toBeUndefined();
  return scale;
}

const all: Facts = Object.fromEntries(flags.map((key) => [key, true]));
const result = (scale: ScaleDefinition, answer: string, facts: Facts = all) => {
  const { preliminary, final, rules } = scoreScale(scale, { answers: { 1: answer }, facts });
  return [preliminary, final, rules.filter(({ counted }) => counted).map(({ code }) => code)];
};
const worse = { worse: 1 } as const;

test('of one group one rule counts, the first', () => {
  const scale = scaleWith(flags.map((flag) => ({ when: { flag }, effect: worse, group: 'step' })));
  expect(result(scale, '2')).toEqual(['1', '2', ['r0']]);
  expect(result(scale, '2', { g: true, h: true })).toEqual(['1', '2', ['r1']]);
  expect(result(scale, '2', {})).toEqual(['1', '1', []]);
});

test('rules of several groups add up, and the last grade is the end', () => {
  const scale = scaleWith(
    flags.map((flag) => ({ when: { flag }, effect: worse, ...(flag !== 'f' && { group: flag }) })),
  );
  expect(result(scale, '0')).toEqual(['0', '3', ['r0', 'r1', 'r2']]);
  expect(result(scale, '4')).toEqual(['2', '3', ['r0', 'r1', 'r2']]);
});

test('a set grade beats a worse one, of its group and of others, and of two the worse counts', () => {
  const scale = scaleWith([
    { when: { flag: 'f' }, effect: worse, group: 'x' },
    { when: { flag: 'g' }, effect: { set: '1' }, group: 'x' },
    { when: { flag: 'h' }, effect: { set: '2' } },
  ]);
  expect(result(scale, '0')).toEqual(['0', '2', ['r2']]);
  expect(result(scale, '6', { f: true, g: true })).toEqual(['3', '1', ['r1']]);
});

test('a condition that an open answer decides does not hold yet', () => {
  const rule = { when: { none: [{ answer: ['1', '0'] }] }, effect: worse } as const;
  const scale = scaleWith([rule]);
  expect(scoreScale(scale, { answers: {}, facts: {} }).rules).toEqual([]);
  expect(result(scale, '2')).toEqual(['1', '2', ['r0']]);
});

test.each<[facts: Facts, rules: string[]]>([
  [{ illness: ['F03.901'] }, ['f', 'l']],
  [{ illness: ['f00'] }, ['f', 'l']],
  [{ illness: ['F04', 'G30', 'E11'] }, ['l']],
  [{ weight: 50 }, []],
  [{ weight: 50.5, school: 'low' }, ['l']],
  [{ weight: 60, school: 'high' }, []],
  [{ alert: true, falls: { day: 2 } }, ['r', 'l']],
  [{ alert: false, falls: { day: 9 } }, ['l']],
])('with the facts %j the rules %j hold', (facts, rules) => {
  const answers = { 1: '0', 2: '0', 3: '0' };
  const levels = { ...own, levels: own.levels?.map((rule) => ({ ...rule, bands: [{ level: 5, from: 0, to: 9 }] })) };
  const hits = scoreScale(levels as ScaleDefinition, { answers, facts }).rules.map(({ code }) => code);
  expect(hits).toEqual(rules);
});

test.each<[facts: Record<string, unknown>, place: string]>([
  [{ alert: 'yes' }, 'facts.alert'],
  [{ falls: { night: 1 } }, 'facts.falls'],
  [{ falls: { day: -1 } }, 'facts.falls'],
  [{ falls: { day: 1.5 } }, 'facts.falls'],
  [{ illness: 'F00' }, 'facts.illness'],
  [{ illness: ['痴呆'] }, 'facts.illness'],
  [{ weight: '60' }, 'facts.weight'],
  [{ weight: Number.NaN }, 'facts.weight'],
  [{ aids: ['stick', 'stick'] }, 'facts.aids'],
  [{ school: 'none' }, 'facts.school'],
  [{ constructor: true }, 'facts.constructor'],
])('facts %j are refused at %s', (facts, place) => {
  expect(() => scoreScale(own, { answers: {}, facts: facts as Facts })).toThrow(new RangeError(place));
});
