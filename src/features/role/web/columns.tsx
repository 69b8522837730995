import { Lock } from 'lucide-react';
import { type DataScope, dataScopes } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { count, fullTime, listTime } from '#web/format.ts';
import { StateWord } from '#web/StateWord.tsx';
import type { Column } from '#web/table/types.ts';
import type { roleApi } from '../contract.ts';

export type RoleRow = OutputOf<typeof roleApi.getRoleList>;

/** Why the row is only looked at. */
export function readOnly(row: RoleRow): string | undefined {
  if (row.builtIn) return '内置角色只能查看';
  return row.beyond ? `该角色有${row.beyond}` : undefined;
}

/** The columns of domain.md 6.7; `onUsers` opens who has the role. */
export function columnsOf(onUsers: (row: RoleRow) => void): readonly Column<RoleRow>[] {
  return [
    {
      key: 'name',
      title: '名称',
      width: 160,
      fixed: 'left',
      sort: true,
      render: (row) => (
        <span className="role-name">
          <strong>{row.name}</strong>
          {readOnly(row) && <Lock size={12} aria-label={readOnly(row)} />}
        </span>
      ),
    },
    { key: 'key', title: '标识', width: 120, render: (row) => <code>{row.key}</code> },
    {
      key: 'dataScope',
      title: '数据范围',
      width: 136,
      render: (row) =>
        row.dataScope === 'custom'
          ? `自定义（${row.departmentIds.length} 个部门）`
          : dataScopes[row.dataScope as DataScope],
    },
    {
      key: 'menuIds',
      title: '菜单与按钮',
      width: 96,
      align: 'right',
      render: (row) => (row.key === 'admin' ? '全部' : row.menuIds.length),
    },
    {
      key: 'userCount',
      title: '用户数',
      width: 80,
      align: 'right',
      sort: true,
      render: (row) => (
        <button type="button" className="link" onClick={() => onUsers(row)}>
          {count(row.userCount)}
        </button>
      ),
    },
    { key: 'sort', title: '排序', width: 72, align: 'right', sort: true },
    {
      key: 'status',
      title: '状态',
      width: 80,
      render: (row) => <StateWord on={row.status === 'enabled'} />,
    },
    { key: 'remark', title: '备注', width: 200 },
    {
      key: 'createdAt',
      title: '创建时间',
      width: 112,
      sort: true,
      render: (row) => <span title={fullTime(row.createdAt)}>{listTime(row.createdAt)}</span>,
    },
  ];
}
