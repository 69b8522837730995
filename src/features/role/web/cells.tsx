import { Lock } from 'lucide-react';
import { type DataScope, dataScopes } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Cells } from '#web/crud/columns.tsx';
import { count } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import type { roleApi } from '../contract.ts';

export type RoleRow = OutputOf<typeof roleApi.getRoleList>;

/** Returns why the row is read-only. */
export function readOnly(row: RoleRow): string | undefined {
  if (row.builtIn) return '内置角色只能查看';
  return row.beyond ? `该角色有${row.beyond}` : undefined;
}

/** Cells that show more than their field (domain.md 6.7); `onUsers` opens the holders of the role. */
export const cellsOf = (onUsers: (row: RoleRow) => void): Cells<RoleRow> => ({
  name: (row) => (
    <span className="[&_svg]:text-text3 inline-flex items-center gap-1.5">
      <strong>{row.name}</strong>
      {readOnly(row) && <Lock size={12} aria-label={readOnly(row)} />}
    </span>
  ),
  key: (row) => <code>{row.key}</code>,
  dataScope: (row) =>
    row.dataScope === 'custom'
      ? `自定义（${row.departmentIds.length} 个部门）`
      : dataScopes[row.dataScope as DataScope],
  menuIds: (row) => (row.key === 'admin' ? '全部' : row.menuIds.length),
  userCount: (row) => (
    <Button kind="link" onClick={() => onUsers(row)}>
      {count(row.userCount)}
    </Button>
  ),
});
