import type { projectApi } from '#features/project/contract.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import type { ColumnOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { StatusLabel } from '#web/ui/StatusLabel.tsx';

export const userColumns: ColumnOf<typeof projectApi.getProjectUserList>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 132,
    sort: true,
    render: (row) => (
      <>
        <strong>{row.name}</strong> {row.isManager && <Badge>负责人</Badge>}
      </>
    ),
  },
  {
    key: 'account',
    title: '账号',
    width: 120,
    sort: true,
    render: (row) => <span className="mono">{row.account}</span>,
  },
  { key: 'departmentName', title: '部门', width: 132 },
  { key: 'roles', title: '角色', width: 180, render: (row) => row.roles.join('、') || undefined },
  { key: 'post', title: '岗位', width: 104 },
  {
    key: 'status',
    title: '状态',
    width: 80,
    noTooltip: true,
    render: (row) => <StatusLabel on={row.status === 'enabled'} />,
  },
  {
    key: 'lastLoginAt',
    title: '最近登录',
    width: 120,
    sort: true,
    render: (row) =>
      row.lastLoginAt === null ? undefined : <time title={fullTime(row.lastLoginAt)}>{listTime(row.lastLoginAt)}</time>,
  },
];
