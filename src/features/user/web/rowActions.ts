import type { RowAction } from '#web/table/types.ts';
import { deleteUsers, logoutUser, resetPassword, resetTotp, unlockUser } from './acts.tsx';
import type { UserRow } from './columns.tsx';

interface Given {
  /** Permission keys of the person, joined by commas. */
  rights: string;
  me: string | undefined;
  edit: (row: UserRow) => void;
  roles: (row: UserRow) => void;
  after: (act: Promise<boolean>) => void;
}

/** What can be done with an account, as far as the person may. */
export function rowActionsOf({ rights, me, edit, roles, after }: Given): readonly RowAction<UserRow>[] {
  const may = new Set(rights.split(','));
  const notMe = (words: string) => (row: UserRow) => (row.id === me ? words : undefined);
  const all: (RowAction<UserRow> & { right: string })[] = [
    { right: 'user:edit', key: 'edit', label: '编辑', onClick: edit },
    {
      right: 'user:password',
      key: 'password',
      label: '重置密码',
      blocked: notMe('自己的密码请在个人中心修改'),
      onClick: (row) => after(resetPassword(row)),
    },
    { right: 'user:edit', key: 'roles', label: '分配角色…', behind: true, onClick: roles },
    {
      right: 'user:status',
      key: 'unlock',
      behind: true,
      label: '解锁',
      shown: (row) => row.locked,
      onClick: (row) => after(unlockUser(row)),
    },
    {
      right: 'user:status',
      key: 'logout',
      behind: true,
      label: '强制下线',
      shown: (row) => row.sessionCount > 0,
      blocked: notMe('自己的登录请在个人中心结束'),
      onClick: (row) => after(logoutUser(row)),
    },
    {
      right: 'user:password',
      key: 'totp',
      behind: true,
      label: '解除两步登录',
      shown: (row) => row.totp,
      blocked: notMe('自己的两步登录请在个人中心关闭'),
      onClick: (row) => after(resetTotp(row)),
    },
    {
      right: 'user:delete',
      key: 'delete',
      behind: true,
      label: '删除',
      tone: 'danger',
      blocked: notMe('不能删除自己的账号'),
      onClick: (row) => after(deleteUsers([row])),
    },
  ];
  return all.filter(({ right }) => may.has(right));
}
