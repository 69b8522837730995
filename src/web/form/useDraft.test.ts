import { expect, test } from 'vitest';
import { draftOf, draftText } from './useDraft.ts';

const at = Date.parse('2026-11-20T06:05:00Z');
const draft = (values = {}) => ({ values, at });

test('a draft of a record that is edited says whose it is and when it was kept', () => {
  const base = { id: '7', version: 2, name: '王桂兰' };
  expect(draftText('编辑客户', base, draft({ mobile: '13800000000' }), at + 60_000)).toBe(
    '王桂兰的修改草稿，今天 14:05',
  );
  expect(draftText('编辑公告', { id: '8', title: '停电通知' }, draft(), at + 86_400_000)).toBe(
    '停电通知的修改草稿，昨天 14:05',
  );
});

test('a draft of a new record says of which form it is, and the name where one was typed', () => {
  expect(draftText('新增客户', {}, draft({ name: ' 王桂兰 ' }), at)).toBe('新增客户「王桂兰」的草稿，今天 14:05');
  expect(draftText('申请误报', {}, draft({ name: '' }), at + 3 * 86_400_000)).toBe('申请误报的草稿，11-20 14:05');
});

test('a draft of a record without a name is named by its form', () => {
  expect(draftText('编辑权限', { id: '9' }, draft(), at)).toBe('编辑权限的草稿，今天 14:05');
});

test('what lies encrypted in the database, and a secret, are in no draft', () => {
  const fields = [
    { kind: 'text', field: 'kind', label: '类别' },
    { kind: 'text', field: 'name', label: '过敏原', undrafted: true },
    { kind: 'text', field: 'password', label: '密码', secret: true },
  ] as const;
  expect(draftOf({ kind: 'food', name: '花生', password: 'x' }, fields)).toEqual({ kind: 'food' });
});
