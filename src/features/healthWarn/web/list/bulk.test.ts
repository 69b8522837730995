import { expect, test } from 'vitest';
import type { Warning } from '../words.ts';
import { allowing, leftOut } from './bulk.ts';

const rows = (
  [
    ['waiting', 'pending', 'health', null],
    ['offered', 'pending', 'health', 'other'],
    ['mine', 'handling', 'health', 'me'],
    ['theirs', 'handling', 'health', 'other'],
    ['desk', 'pending', 'sos', null],
    ['ended', 'done', 'health', 'me'],
  ] as const
).map(([id, state, family, handlerId]) => ({ id, state, family, handlerId }) as unknown as Warning);

test.each([
  ['claim', ['waiting', 'offered']],
  ['ignore', ['waiting', 'offered', 'mine']],
  ['finish', ['mine']],
] as const)('%s takes the selected warnings whose state allows it', (act, ids) => {
  expect(allowing(act, rows, 'me').map(({ id }) => id)).toEqual(ids);
});

test('what is left out is said, also above the limit of a batch', () => {
  expect(leftOut('claim', 2, 2)).toBe(undefined);
  expect(leftOut('finish', 3, 1)).toBe('另 2 条不在您手上处理，没有在内。');
  expect(leftOut('claim', 70, 60)).toBe('一次最多 50 条，另 20 条没有在内。');
});
