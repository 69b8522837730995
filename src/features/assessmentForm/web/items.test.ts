import { expect, test } from 'vitest';
import type { ScaleDefinition } from '#shared/scale/definition.ts';
import {
  answerCount,
  choose,
  groupsOf,
  labelParts,
  mostPoints,
  neighbour,
  nextOpen,
  numberOf,
  openItems,
} from './items.ts';

const options = [
  { code: '1', label: '有', points: 1 },
  { code: '0', label: '无', points: 0 },
];
const item = (code: string, oneOf?: string) => ({ code, label: code, options, ...(oneOf && { oneOf }) });
const scale: Pick<ScaleDefinition, 'items' | 'parts' | 'total'> = {
  items: [item('B1.1'), item('B1.2'), item('bmi', 'body'), item('calf', 'body'), item('x')],
  parts: [
    { code: 'B1', label: '第一部分', items: ['B1.1', 'B1.2'] },
    { code: 'B2', label: '第二部分', items: ['bmi', 'calf'] },
  ],
  total: { of: 'sum' },
};
const groups = groupsOf(scale);

test('items of no part have a group of their own, and a scale without parts has one group', () => {
  expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
    ['第一部分', 2],
    ['第二部分', 2],
    ['其他条目', 1],
  ]);
  expect(groupsOf({ ...scale, parts: [] }).map(({ label }) => label)).toEqual(['全部条目']);
});

test('the next open item is after the given one, then from the start', () => {
  expect(nextOpen(groups, {}, undefined)).toBe('B1.1');
  expect(nextOpen(groups, { 'B1.1': '1' }, 'B1.1')).toBe('B1.2');
  expect(nextOpen(groups, { bmi: '1', 'B1.1': '1', x: '1' }, 'x')).toBe('B1.2');
  expect(nextOpen(groups, { 'B1.1': '1', 'B1.2': '1', bmi: '1', x: '1' }, 'x')).toBeUndefined();
});

test('of items of which one is answered, one answer is missing until one has it', () => {
  expect(answerCount(openItems(groups, {}))).toBe(4);
  expect(openItems(groups, { calf: '0' }).map(({ code }) => code)).toEqual(['B1.1', 'B1.2', 'x']);
  const body = groups[1]?.items ?? [];
  expect([answerCount(body), mostPoints(body)]).toEqual([1, 1]);
});

test('an answer takes the answer of the other item of its group back', () => {
  const [bmi, calf] = groups[1]?.items ?? [];
  if (!bmi || !calf) throw new Error('no items');
  expect(choose(groups, { bmi: '1' }, calf, '0')).toEqual({ bmi: null, calf: '0' });
  expect(choose(groups, { bmi: '1' }, bmi, '0')).toEqual({ bmi: '0' });
});

test('steps cross parts and end at both ends', () => {
  expect(neighbour(groups, 'B1.2', 1)).toBe('bmi');
  expect(neighbour(groups, 'x', 1)).toBeUndefined();
  expect(neighbour(groups, undefined, 1)).toBe('B1.1');
});

test('a label is split into its name and what stands in brackets', () => {
  expect(labelParts('修饰（洗脸、刷牙）')).toEqual({ name: '修饰', more: '洗脸、刷牙' });
  expect(labelParts('进食')).toEqual({ name: '进食', more: '' });
});

test('an item is called by its number in the standard, else by its position', () => {
  expect(numberOf('B3.4', 12)).toBe('3.4');
  expect(numberOf('A1', 1)).toBe('A1');
  expect(numberOf('83184-2', 4)).toBe('4');
});
