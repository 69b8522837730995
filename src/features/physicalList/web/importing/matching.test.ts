import { expect, test } from 'vitest';
import { codeGroups, matchProblems } from './matching.ts';

const labels = new Map(codeGroups().flatMap(({ codes }) => codes.map(({ code, label }) => [code, label])));
const labelOf = (code: string) => labels.get(code) ?? code;

test('without a column for the person and the day nothing is read', () => {
  expect(matchProblems({ 姓名: 'name', 证件: null }, labelOf).get('')).toBe('还没有对好：身份证号、体检日期');
  expect(matchProblems({ 证件: 'idNo', 日期: 'date' }, labelOf).size).toBe(0);
});

test('two headings for one item are named at the second', () => {
  const problems = matchProblems({ 证件: 'idNo', 日期: 'date', 血糖: '14771-0', 空腹: '14771-0' }, labelOf);
  expect([...problems]).toEqual([['空腹', '「空腹血糖 mmol/L」已经对给「血糖」']]);
});

test('a heading can mean every item that is entered, and no computed one', () => {
  expect(labels.has('8480-6')).toBe(true);
  expect(labels.has('39156-5')).toBe(false);
});
