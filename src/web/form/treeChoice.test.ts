import { expect, test } from 'vitest';
import { treeChoices } from './treeChoice.ts';

const tree = [
  {
    value: '1',
    title: '总部',
    children: [
      { value: '2', title: '旧站', off: true as const },
      { value: '3', title: '旧区', off: true as const, children: [{ value: '4', title: '新站' }] },
    ],
  },
];

test('what is disabled is not offered anew, and stands greyed where it leads to something enabled', () => {
  const [top] = treeChoices(tree, []);
  expect(top?.children).toEqual([
    { value: '3', title: '旧区（停用）', disabled: true, children: [{ value: '4', title: '新站', children: [] }] },
  ]);
});

test('what the record has already is offered though it is disabled, and says so', () => {
  const [top] = treeChoices(tree, ['2', '3']);
  expect(top?.children.map(({ title, disabled }) => [title, disabled])).toEqual([
    ['旧站（停用）', undefined],
    ['旧区（停用）', undefined],
  ]);
});
