import { expect, test } from 'vitest';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import gbt42195 from '#shared/scale/seeds/gbt42195.json' with { type: 'json' };
import { boxOf } from './act/penPicture.ts';
import { rangeOf } from './course/points.ts';
import { groupSentence, reasonsOf } from './evidence.ts';
import { partsOf, signed } from './items.ts';
import { bandsOf, rulerOf, stepsWorse } from './ruler.ts';
import { noticeDay, openSigners, signatureLines } from './signers.ts';

const scale = {
  ...gbt42195,
  items: gbt42195.items.map((item) => ({ ...item, max: Math.max(...item.options.map(({ points }) => points)) })),
} as unknown as ScaleOfPage;

const best = Object.fromEntries(scale.items.map(({ code, options }) => [code, options[0]?.code ?? '']));

function assessed(fields: Partial<AssessmentDetail>): AssessmentDetail {
  return {
    ...{ answers: best, facts: {}, notes: {}, before: null, rules: [], score: { levels: {} } },
    ...{ person: { conditions: [] }, assessors: [], signatures: [] },
    ...fields,
  } as unknown as AssessmentDetail;
}

test('a band is as long on the ruler as it has points, with a total in the middle of its point', () => {
  const ruler = rulerOf(bandsOf(scale, null));
  expect(ruler?.bands.map(({ edge }) => edge)).toEqual([90, 66, 46, 30, 0]);
  expect(ruler?.at(90)).toBeCloseTo(0.5 / 91);
  expect(ruler?.at(52)).toBeCloseTo(38.5 / 91);
  expect(ruler?.at(0)).toBeCloseTo(90.5 / 91);
});

test('a ruler whose lowest total is the best one begins with it', () => {
  const ruler = rulerOf([
    { code: '0', label: '无', from: 0, to: 4 },
    { code: '1', label: '有', from: 5, to: 15 },
  ]);
  expect(ruler?.best).toBe(0);
  expect(ruler?.bands.map(({ edge }) => edge)).toEqual([4, 15]);
  expect(ruler?.at(1)).toBeLessThan(ruler?.at(9) ?? 0);
});

test('a grade moves by as many steps as the order of the scale says', () => {
  const grades = bandsOf(scale, null);
  expect(stepsWorse(grades, { preliminary: '2', final: '3' })).toBe(1);
  expect(stepsWorse(grades, { preliminary: '1', final: '4' })).toBe(3);
  expect(stepsWorse(grades, { preliminary: null, final: null })).toBe(0);
});

test('an item compares its answer with the one before, also where both have the same points', () => {
  const before = { answers: { ...best, 'B1.3': '4', 'B3.9': '0a' } } as unknown as AssessmentDetail['before'];
  const parts = partsOf(assessed({ answers: { ...best, 'B1.3': '2', 'B3.9': '0b' }, before }), scale);
  const item = (code: string) => parts.flatMap(({ items }) => items).find((one) => one.code === code);
  expect(item('B1.3')).toMatchObject({ number: '1.3', points: 2, last: 4, worse: 2, isChanged: true });
  expect(item('B3.9')).toMatchObject({ points: 0, last: 0, worse: 1, isChanged: true });
  expect(item('B1.1')).toMatchObject({ worse: 0, isChanged: false });
  expect(parts.map(({ sum, max }) => `${sum}/${max}`)).toEqual(['30/32', '15/15', '26/28', '15/15']);
  expect([signed(2), signed(-1), signed(0)]).toEqual(['+2', '−1', '']);
});

test('a rule names the diagnoses and counts that it is based on, and a group counts once', () => {
  const person = {
    conditions: [{ code: 'F01', name: '血管性痴呆', since: '2023-05', hospital: '市第二医院' }],
  } as unknown as AssessmentDetail['person'];
  const rules = [
    { code: 'events', evidence: 'A.2.14 照护风险事件', counted: false },
    { code: 'dementia', evidence: 'A.4.1 痴呆', counted: true },
  ];
  const facts = { diagnoses: ['F01', 'I10'], events: { fall: 1, wandering: 2, choking: 0 } };
  const reasons = reasonsOf(assessed({ facts, rules, person }), scale);
  expect(reasons.map(({ code, grounds }) => [code, ...grounds])).toEqual([
    ['dementia', '血管性痴呆 F01，2023-05 确诊，市第二医院'],
    ['events', '近30天照护风险事件：跌倒 1 次，走失 2 次'],
  ]);
  expect(groupSentence(reasons)).toBe('同组 2 条都成立，只降一级');
});

test('every assessor has a line, signed or not, and a private person signs once', () => {
  const signatures = [{ who: 'provider', userId: null, name: '林静', relation: '女儿' }];
  const assessment = assessed({
    assessors: [{ id: '1', name: '李静' }],
    signatures: signatures as unknown as AssessmentDetail['signatures'],
  });
  expect(signatureLines(assessment).map(({ name, role }) => `${name} ${role}`)).toEqual([
    '李静 评估员',
    '林静 信息提供者 · 女儿',
  ]);
  expect(openSigners(assessment)).toEqual(['elder', 'agent']);
  expect(noticeDay('2027-11-19')).toBe('2027-10-20');
});

test('the axis of the years spans the bands of the totals', () => {
  const ruler = rulerOf(bandsOf(scale, null));
  expect(rangeOf([71, 52], ruler)).toEqual([46, 89]);
  expect(rangeOf([75], ruler)).toEqual([46, 90]);
  expect(rangeOf([5], undefined)).toEqual([0, 5]);
});

test('a drawn signature is cut to its strokes', () => {
  const strokes = [{ points: [{ x: 20, y: 30 }] }, { points: [{ x: 120, y: 60 }] }];
  expect(boxOf(strokes as never, { width: 500, height: 180 })).toEqual({ x: 12, y: 22, width: 116, height: 46 });
  expect(boxOf([], { width: 500, height: 180 })).toEqual({ x: 0, y: 0, width: 500, height: 180 });
});
