import { can } from '#web/api/session.ts';
import type { ListActions } from '#web/crud/types.ts';
import type { BulkAction, RowAction } from '#web/table/types.ts';
import { disableMany, enableMany, issueLinks, resetMany } from './batchMutations.tsx';
import type { UserRow } from './cells.tsx';
import { deleteUsers, logoutUser, resetPassword, resetTotp, unlockUser } from './rowMutations.tsx';

/** Action with the permission that it needs. */
type WithPermission<A> = A & { permission: `user:${string}` };

const allowed = <A>(all: readonly WithPermission<A>[]): A[] => all.filter(({ permission }) => can(permission));

/** Returns the row actions besides editing that the viewer may use; `roles` opens the form of the roles. */
export function rowActions(listActions: ListActions<UserRow>, me: string | undefined, roles: (row: UserRow) => void) {
  const notMe = (message: string) => (row: UserRow) => (row.id === me ? message : undefined);
  return allowed<RowAction<UserRow>>([
    {
      permission: 'user:password',
      ...listActions.action('password', '重置密码', resetPassword, { blocked: notMe('自己的密码请在个人中心修改') }),
    },
    { permission: 'user:edit', key: 'roles', label: '分配角色…', behind: true, onClick: roles },
    {
      permission: 'user:status',
      ...listActions.action('unlock', '解锁', unlockUser, { behind: true, shown: ({ locked }) => locked }),
    },
    {
      permission: 'user:status',
      ...listActions.action('logout', '强制下线', logoutUser, {
        behind: true,
        shown: ({ sessionCount }) => sessionCount > 0,
        blocked: notMe('自己的登录请在个人中心结束'),
      }),
    },
    {
      permission: 'user:password',
      ...listActions.action('totp', '解除两步登录', resetTotp, {
        behind: true,
        shown: ({ totp }) => totp,
        blocked: notMe('自己的两步登录请在个人中心关闭'),
      }),
    },
    {
      permission: 'user:delete',
      ...listActions.action('delete', '删除', (row) => deleteUsers([row]), {
        behind: true,
        tone: 'danger',
        shown: ({ id }) => id !== me,
      }),
    },
  ]);
}

export type BatchKind = 'roles' | 'department';
/** Opens the form that a batch action needs first; `clear` empties the selection afterwards. */
type Ask = (kind: BatchKind, rows: UserRow[], clear: () => void) => void;

/** Returns the batch actions for selected accounts that the viewer may use. */
export function bulkActions(listActions: ListActions<UserRow>, ask: Ask) {
  const act = (action: (rows: UserRow[]) => Promise<boolean>) => (rows: UserRow[], clear: () => void) =>
    void action(rows).then((done) => {
      if (!done) return;
      clear();
      listActions.reload();
    });
  const openForm = (kind: BatchKind) => (rows: UserRow[], clear: () => void) => ask(kind, rows, clear);
  const links = (rows: UserRow[]) => issueLinks({ ids: rows.map(({ id }) => id) });
  return allowed<BulkAction<UserRow>>([
    { permission: 'user:status', key: 'enable', label: '启用', onClick: act(enableMany) },
    { permission: 'user:status', key: 'disable', label: '停用…', onClick: act(disableMany) },
    { permission: 'user:edit', key: 'roles', label: '增加角色…', onClick: openForm('roles') },
    { permission: 'user:edit', key: 'department', label: '调整部门…', onClick: openForm('department') },
    { permission: 'user:password', key: 'password', label: '重置密码…', onClick: act(resetMany) },
    { permission: 'user:password', key: 'links', label: '激活链接', onClick: act(links) },
    { permission: 'user:delete', key: 'delete', label: '批量删除', danger: true, onClick: act(deleteUsers) },
  ]);
}
