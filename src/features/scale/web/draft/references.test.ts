import { expect, test } from 'vitest';
import { type Draft, newDraft } from './draft.ts';
import { isAutomatic, optionCode } from './optionCodes.ts';
import { renameFact, renameItem, renameOption, withoutItem } from './references.ts';

const draft: Draft = {
  ...newDraft,
  parts: [{ code: 'P1', label: '走', items: ['1'] }],
  facts: [{ key: 'coma', label: '昏迷', kind: 'flag' }],
  levels: [{ part: 'P1', by: 'worst', map: { 1: [0, 1] } }],
  rules: [
    {
      ...{ code: 'r1', evidence: '昏迷', effect: { worse: 1 } },
      when: { any: [{ flag: 'coma' }, { none: [{ answer: ['1', '0'] }] }] },
    },
  ],
};

test('a renamed item is renamed in parts, levels and conditions', () => {
  const { parts, levels, rules } = renameItem(draft, '1', 'A1');
  expect(parts?.[0]?.items).toEqual(['A1']);
  expect(levels).toEqual([{ part: 'P1', by: 'worst', map: { A1: [0, 1] } }]);
  expect(rules?.[0]?.when).toEqual({ any: [{ flag: 'coma' }, { none: [{ answer: ['A1', '0'] }] }] });
});

test('renamed options and facts are renamed in conditions, those of other items are not', () => {
  expect(renameOption(draft, '1', '0', '0a').rules?.[0]?.when).toMatchObject({
    any: [{}, { none: [{ answer: ['1', '0a'] }] }],
  });
  expect(renameOption(draft, '2', '0', '0a')).toEqual(draft);
  expect(renameFact(draft, 'coma', 'sleep').rules?.[0]?.when).toMatchObject({ any: [{ flag: 'sleep' }, {}] });
});

test('a removed item leaves parts and levels', () => {
  const { parts, levels } = withoutItem(draft, '1');
  expect([parts?.[0]?.items, levels]).toEqual([[], [{ part: 'P1', by: 'worst', map: {} }]]);
});

test('the code of an option follows from its points, with a letter where two share them', () => {
  expect([optionCode(2, []), optionCode(0, ['0']), optionCode(0, ['0', '0a'])]).toEqual(['2', '0a', '0b']);
  expect([
    isAutomatic({ code: '0b', label: '', points: 0 }),
    isAutomatic({ code: 'yes', label: '', points: 1 }),
  ]).toEqual([true, false]);
});
