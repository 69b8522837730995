import type { BulkAction } from '#web/table/types.ts';
import { deleteUsers } from './acts.tsx';
import { disableMany, enableMany, giveLinks, resetMany } from './batchActs.tsx';
import type { UserRow } from './columns.tsx';

export type BatchForm = 'roles' | 'department';

interface Given {
  /** Permission keys of the person, joined by commas. */
  rights: string;
  /** Opens the form for what is asked first; `clear` empties the selection after it. */
  ask: (form: BatchForm, rows: UserRow[], clear: () => void) => void;
  after: (act: Promise<boolean>) => void;
}

/** What can be done with the ticked accounts, as far as the person may. */
export function bulkActionsOf({ rights, ask, after }: Given): readonly BulkAction<UserRow>[] {
  const may = new Set(rights.split(','));
  const act = (deed: (rows: UserRow[]) => Promise<boolean>) => (rows: UserRow[], clear: () => void) => {
    const doing = deed(rows);
    void doing.then((done) => done && clear());
    after(doing);
  };
  const all: (BulkAction<UserRow> & { right: string })[] = [
    { right: 'user:status', key: 'enable', label: '启用', onClick: act(enableMany) },
    { right: 'user:status', key: 'disable', label: '停用…', onClick: act(disableMany) },
    {
      right: 'user:edit',
      key: 'roles',
      label: '增加角色…',
      onClick: (rows, clear) => ask('roles', rows, clear),
    },
    {
      right: 'user:edit',
      key: 'department',
      label: '调整部门…',
      onClick: (rows, clear) => ask('department', rows, clear),
    },
    { right: 'user:password', key: 'password', label: '重置密码…', onClick: act(resetMany) },
    {
      right: 'user:password',
      key: 'links',
      label: '激活链接',
      onClick: act((rows) => giveLinks({ ids: rows.map(({ id }) => id) })),
    },
    { right: 'user:delete', key: 'delete', label: '批量删除', danger: true, onClick: act(deleteUsers) },
  ];
  return all.filter(({ right }) => may.has(right));
}
