import { expect, test } from 'vitest';
import { type Draft, newDraft } from '../draft/draft.ts';
import { compareDefinitions } from './compare.ts';

const former: Draft = {
  ...newDraft,
  ...{ code: 'fall', name: '跌倒自查' },
  items: [
    {
      ...{ code: '1', label: '走路' },
      options: [
        { code: '4', label: '稳', points: 4 },
        { code: '3', label: '看护', points: 3 },
        { code: '2', label: '搀扶', points: 2 },
      ],
    },
    { code: '2', label: '起身', options: [{ code: '0', label: '能', points: 0 }] },
  ],
};

test('other points, words and items of a version are named in words', () => {
  const [walk, rise] = former.items;
  if (!walk || !rise) throw new Error('no items');
  const options = walk.options.map((option, index) => (index === 2 ? { ...option, code: '1', points: 1 } : option));
  const next = {
    ...former,
    ...{
      validMonths: null,
      items: [
        { ...walk, options },
        { ...rise, label: '从椅子起身' },
        { ...rise, code: '3' },
      ],
    },
  };
  expect(compareDefinitions(former, next)).toEqual([
    { part: '基本', texts: ['有效期 12 个月→不设'] },
    {
      part: '条目',
      texts: ['条目「1 走路」：选项 3 分值 2→1', '条目「2 从椅子起身」：文字 起身→从椅子起身', '新增条目「3 起身」'],
    },
  ]);
});

test('another order is named once, and no difference is none', () => {
  expect(compareDefinitions(former, former)).toEqual([]);
  const turned = { ...former, items: former.items.toReversed() };
  expect(compareDefinitions(former, turned)).toEqual([{ part: '条目', texts: ['条目的顺序变了'] }]);
});

test('a changed rule is named by the sentence before and after', () => {
  const rule = { code: 'r1', when: { answer: ['1', '2'] as const }, effect: { worse: 1 as const }, evidence: '搀扶' };
  const before = { ...former, rules: [rule] };
  const after = { ...former, rules: [{ ...rule, when: { answer: ['1', '3'] as const } }] };
  expect(compareDefinitions(before, after)).toEqual([
    {
      part: '规则',
      texts: ['规则「搀扶」：内容 「1 走路」选「搀扶」：等级差一级→「1 走路」选「看护」：等级差一级'],
    },
  ]);
});
