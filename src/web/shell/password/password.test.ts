import { expect, it } from 'vitest';
import { passwordProblems, strengthOf } from './password.ts';

const good = { oldPassword: 'old-password', newPassword: 'new-password', again: 'new-password' };

it('a new password has 8 to 128 characters of any kind, differs from the old one and is typed twice', () => {
  expect(passwordProblems(good)).toEqual({});
  expect(passwordProblems({ ...good, newPassword: '1234567', again: '1234567' })).toEqual({
    newPassword: '密码须为8至128个字符',
  });
  expect(passwordProblems({ ...good, newPassword: 'x'.repeat(129), again: 'x'.repeat(129) }).newPassword).toBeDefined();
  expect(passwordProblems({ ...good, oldPassword: 'new-password' })).toEqual({ newPassword: '新密码不能与原密码相同' });
  expect(passwordProblems({ ...good, again: 'new-pasword' })).toEqual({ again: '两次输入不一致' });
  expect(Object.keys(passwordProblems({ oldPassword: '', newPassword: '', again: '' }))).toEqual([
    'oldPassword',
    'newPassword',
    'again',
  ]);
});

it('the strength follows length and variety', () => {
  expect(strengthOf('')).toBeUndefined();
  expect(strengthOf('aaaaaaaaaaaaaaaa')).toBe('弱');
  expect(strengthOf('abcdefgh1')).toBe('中');
  expect(strengthOf('梧桐苑九幢的阿根爷爷每天散步')).toBe('强');
});
