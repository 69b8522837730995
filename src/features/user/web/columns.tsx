import { Switch } from 'antd';
import type { OutputOf } from '#shared/endpoint.ts';
import { namesAnd } from '#shared/namesAnd.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { Portrait } from '#web/file/Portrait.tsx';
import { Masked } from '#web/reveal/Masked.tsx';
import type { Column } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { userApi } from '../contract.ts';

export type UserRow = OutputOf<typeof userApi.getUserList>;

/** What keeps an enabled account from being used, or is worth knowing beside its state. */
function marksOf(row: UserRow): { text: string; title: string }[] {
  return [
    ...(row.locked ? [{ text: '锁定', title: '连续输错密码，15 分钟后自动解锁' }] : []),
    ...(row.expired ? [{ text: '过期', title: `有效期至 ${fullTime(row.expiresAt)}` }] : []),
    ...(row.mustChangePassword ? [{ text: '待改密', title: '下次登录须先修改密码' }] : []),
  ];
}

const time = (iso: string | null) => iso && <span title={fullTime(iso)}>{listTime(iso)}</span>;

/** The own department, and how many others beside it. */
function departmentsOf({ departmentName, extraDepartments, otherDepartments }: UserRow) {
  const count = extraDepartments.length + otherDepartments;
  if (count === 0) return departmentName;
  const names = extraDepartments.map(({ name }) => name);
  return (
    <span title={`${departmentName}；兼任 ${namesAnd(names, otherDepartments)}`}>
      {departmentName} <span className="quiet">+{count}</span>
    </span>
  );
}

interface StateCellProps {
  row: UserRow;
  /** Changes the state; undefined without the right. */
  onToggle: ((row: UserRow) => void) | undefined;
  /** Why this row's state stays as it is. */
  blocked: string | undefined;
}

function StateCell({ row, onToggle, blocked }: StateCellProps) {
  const on = row.status === 'enabled';
  const marks = marksOf(row);
  const [first] = marks;
  return (
    <span className="user-state inline gap-4">
      {onToggle && (
        <Switch
          size="small"
          checked={on}
          disabled={blocked !== undefined}
          title={blocked}
          aria-label={`${row.name}：${on ? '停用' : '启用'}`}
          onChange={() => onToggle(row)}
        />
      )}
      {(!on || marks.length === 0) && <span className={on ? undefined : 'quiet'}>{on ? '启用' : '停用'}</span>}
      {on && first && (
        <Badge
          tone="notice"
          className="user-mark"
          title={marks.map(({ text, title }) => `${text}：${title}`).join('\n')}
        >
          {first.text}
          {marks.length > 1 && ` +${marks.length - 1}`}
        </Badge>
      )}
    </span>
  );
}

/** The columns of domain.md 6.6. */
export function columnsOf(
  state: Omit<StateCellProps, 'row' | 'blocked'> & { blocked: (row: UserRow) => string | undefined },
): readonly Column<UserRow>[] {
  return [
    {
      key: 'name',
      title: '姓名',
      width: 96,
      fixed: 'left',
      sort: true,
      render: (row) => (
        <span className="row gap-8">
          <Portrait name={row.name} fileId={row.avatar} size={20} />
          <strong className="ellipsis">{row.name}</strong>
        </span>
      ),
    },
    { key: 'account', title: '账号', width: 88, sort: true },
    {
      key: 'mobile',
      title: '手机',
      width: 116,
      render: (row) => <Masked text={row.mobile} object="user" id={row.id} field="mobile" label="手机" />,
    },
    { key: 'departmentName', title: '部门', width: 84, sort: true, render: departmentsOf },
    { key: 'roles', title: '角色', width: 84, render: (row) => row.roles.map((role) => role.name).join('、') || null },
    {
      key: 'status',
      title: '状态',
      width: 94,
      render: (row) => <StateCell row={row} onToggle={state.onToggle} blocked={state.blocked(row)} />,
      plain: true,
    },
    { key: 'lastLoginAt', title: '最近登录', width: 88, sort: true, render: (row) => time(row.lastLoginAt) },
    { key: 'post', title: '岗位', width: 56 },
    {
      key: 'jobNumber',
      title: '工号/分机',
      width: 72,
      render: (row) => [row.jobNumber, row.extension].filter(Boolean).join('/') || null,
    },
    { key: 'createdAt', title: '创建时间', width: 88, sort: true, render: (row) => time(row.createdAt) },
    { key: 'sessionCount', title: '在线设备', width: 80, align: 'right', hidden: true },
    { key: 'totp', title: '两步登录', width: 80, hidden: true, render: (row) => (row.totp ? '已开启' : null) },
    {
      key: 'email',
      title: '邮箱',
      width: 160,
      hidden: true,
      render: (row) => <Masked text={row.email} object="user" id={row.id} field="email" label="邮箱" />,
    },
    { key: 'lastLoginIp', title: '最近登录 IP', width: 120, hidden: true },
    { key: 'expiresAt', title: '有效期', width: 104, hidden: true, render: (row) => time(row.expiresAt) },
    { key: 'remark', title: '备注', width: 160, hidden: true },
  ];
}
