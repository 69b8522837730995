import { expect, test } from 'vitest';
import { type Draft, newDraft } from './draft.ts';
import { partRange, sumRange } from './sums.ts';

const item = (code: string, most: number | null, oneOf?: string): Draft['items'][number] => ({
  ...{ code, label: code, ...(oneOf !== undefined && { oneOf }) },
  options: [
    { code: '0', label: '否', points: 1 },
    { code: '1', label: '是', points: most },
  ],
});

test('a range counts one item of a group, an emptied number as 0', () => {
  expect(sumRange([item('1', 4), item('2', 2, 'g'), item('3', 5, 'g'), item('4', null)])).toEqual({ from: 2, to: 10 });
  expect(sumRange([{ ...item('1', 4), options: [] }])).toEqual({ from: 0, to: 0 });
});

test('a part with one item of a group has 0 points where the other is answered', () => {
  const items = [item('1', 4), item('2', 2, 'g'), item('3', 5, 'g')];
  const draft = { ...newDraft, items, parts: [{ code: 'P', label: '部分', items: ['1', '2'] }] };
  expect(partRange(draft, 'P')).toEqual({ from: 1, to: 6 });
});
