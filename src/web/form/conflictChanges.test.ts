import { expect, test } from 'vitest';
import { changesIn, valueText } from './conflictChanges.ts';
import type { Field } from './types.ts';

const fields: readonly Field[] = [
  { kind: 'text', field: 'title', label: '标题' },
  { kind: 'select', field: 'level', label: '级别', options: [{ value: 'urgent', label: '紧急' }] },
  {
    kind: 'tree',
    field: 'departmentId',
    label: '部门',
    options: [{ value: '1', title: '总部', children: [{ value: '2', title: '望湖街道' }] }],
  },
  { kind: 'switch', field: 'pinned', label: '置顶' },
  { kind: 'datetime', field: 'publishAt', label: '发布时间' },
  { kind: 'custom', field: 'coverId', label: '封面', columns: ['coverFileId'], control: () => null },
  { kind: 'custom', field: 'content', label: '正文', describe: () => '正文的话', control: () => null },
];

function changed(field: string, oldValue: unknown, after: unknown) {
  const changes = [{ field, old: oldValue, new: after }];
  const conflict = { msg: '', version: 2, updatedBy: '李静', updatedAt: '2026-11-22T01:00:00.000Z', changes };
  return changesIn(conflict, fields).map((change) => [change.field.label, change.old, change.new]);
}

test.each<[string, unknown, unknown, string[]]>([
  ['title', null, '停水', ['标题', '—', '停水']],
  ['level', 'none', 'urgent', ['级别', 'none', '紧急']],
  ['departmentId', 1, 2, ['部门', '总部', '望湖街道']],
  ['pinned', false, true, ['置顶', '否', '是']],
  ['publishAt', null, '2026-11-22T01:00:00+00:00', ['发布时间', '—', '2026-11-22 09:00:00']],
  ['coverFileId', null, 4711, ['封面', '—', '见表单']],
  ['content', '<p>旧</p>', '<p>新</p>', ['正文', '正文的话', '正文的话']],
])('a change of %s is told in the words of the form', (field, before, after, words) => {
  expect(changed(field, before, after)).toEqual([words]);
});

test('enabled or disabled is told although no field holds it, other states are left to their forms', () => {
  expect(changed('status', 'enabled', 'disabled')).toEqual([['状态', '启用', '停用']]);
  expect(changed('status', 'draft', 'published')).toEqual([]);
});

test('what the product notes for itself is not told', () => {
  expect(changed('editorId', 1, 2)).toEqual([]);
});

test('a list is told item by item', () => {
  expect(valueText({ kind: 'text', field: 'tags', label: '标签' }, ['甲', '乙'])).toBe('甲、乙');
});
