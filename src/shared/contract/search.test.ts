import { expect, test } from 'vitest';
import { notSearched } from './search.ts';

const having =
  (...permissions: string[]) =>
  (permission: string) =>
    permissions.includes(permission);

test('what is not searched is named with the list that lacks', () => {
  expect(notSearched(having('equipment:list', 'warn:list', 'user:list'))).toBe('你没有客户列表的权限，未搜索客户');
  expect(notSearched(having('warn:list', 'warn:add'))).toBe('你没有设备列表、用户列表的权限，未搜索设备、用户');
});

test('nothing is said to those for whom everything is searched, and who may look people up needs no list of them', () => {
  expect(notSearched(() => true)).toBeNull();
  expect(notSearched(having('warn:add', 'equipment:list', 'warn:list', 'user:list'))).toBeNull();
});
