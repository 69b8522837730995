import { box } from '#web/message.tsx';
import { attempt } from '#web/outcome.ts';
import { call } from '#web/request.ts';
import type { RowAction } from '#web/table/types.ts';
import { texts } from '#web/texts.ts';
import { roleApi } from '../contract.ts';
import { type RoleRow, readOnly } from './columns.tsx';

interface Given {
  /** Permission keys of the person, joined by commas. */
  rights: string;
  open: (row: RoleRow) => void;
  users: (row: RoleRow) => void;
  copy: (row: RoleRow) => void;
  after: (act: Promise<boolean>) => void;
}

/** What can be done with a role, as far as the person may. */
export function rowActionsOf({ rights, open, users, copy, after }: Given): readonly RowAction<RoleRow>[] {
  const may = new Set(rights.split(','));
  const editable = (row: RoleRow) => may.has('role:edit') && readOnly(row) === undefined;
  return [
    { key: 'edit', label: '编辑', shown: editable, onClick: open },
    { key: 'view', label: '查看', shown: (row) => !editable(row), onClick: open },
    { key: 'users', label: '用户', onClick: users },
    {
      key: 'copy',
      label: '复制',
      shown: () => may.has('role:add'),
      blocked: (row) => (row.beyond ? `该角色有${row.beyond}` : undefined),
      onClick: copy,
    },
    {
      key: 'disable',
      label: '停用',
      shown: (row) => row.status === 'enabled' && may.has('role:edit'),
      blocked: readOnly,
      onClick: (row) => after(toggle(row)),
    },
    {
      key: 'enable',
      label: '启用',
      shown: (row) => row.status === 'disabled' && may.has('role:edit'),
      blocked: readOnly,
      onClick: (row) => after(toggle(row)),
    },
    {
      key: 'delete',
      label: '删除',
      tone: 'danger',
      shown: () => may.has('role:delete'),
      blocked: (row) => readOnly(row) ?? (row.userCount > 0 ? `还有 ${row.userCount} 个用户，先移出` : undefined),
      onClick: (row) => after(remove(row)),
    },
  ];
}

async function toggle(row: RoleRow): Promise<boolean> {
  const status = row.status === 'enabled' ? 'disabled' : 'enabled';
  if (status === 'disabled') {
    const sure = await box.confirm(`停用角色 ${row.name}？${row.userCount} 个用户会立即失去它给的权限。`, {
      ok: '停用角色',
      danger: true,
    });
    if (!sure) return false;
  }
  return (
    (await attempt(() => call(roleApi.updateRoleStatus, { id: row.id, status }), { failed: texts.updateFailed })) !==
    undefined
  );
}

async function remove(row: RoleRow): Promise<boolean> {
  const sure = await box.confirm(`确认删除角色 ${row.name}？`, { ok: '删除角色', danger: true, level: 'warning' });
  return (
    sure &&
    (await attempt(() => call(roleApi.deleteRole, { ids: [row.id] }), { failed: texts.deleteFailed })) !== undefined
  );
}
