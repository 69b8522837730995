import { Switch } from 'antd';
import type { OutputOf } from '#shared/endpoint.ts';
import { joinNames } from '#shared/joinNames.ts';
import { type Cells, createdColumn } from '#web/crud/columns.tsx';
import type { ListScreenProps } from '#web/crud/types.ts';
import { fullTime } from '#web/data/format.ts';
import { Portrait } from '#web/file/Portrait.tsx';
import { Masked } from '#web/reveal/Masked.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import type { userApi } from '../contract.ts';

export type UserRow = OutputOf<typeof userApi.getUserList>;

/** Returns marks that show why an enabled account cannot log in, or that a password change is due. */
function marksOf(row: UserRow): { text: string; title: string }[] {
  return [
    ...(row.locked ? [{ text: '锁定', title: '连续输错密码，15 分钟后自动解锁' }] : []),
    ...(row.expired ? [{ text: '过期', title: `有效期至 ${fullTime(row.expiresAt)}` }] : []),
    ...(row.mustChangePassword ? [{ text: '待改密', title: '下次登录须先修改密码' }] : []),
  ];
}

/** Shows the user's department and the number of extra departments. */
function departmentsOf({ departmentName, extraDepartments, otherDepartments }: UserRow) {
  const count = extraDepartments.length + otherDepartments;
  if (count === 0) return departmentName;
  const names = extraDepartments.map(({ name }) => name);
  return (
    <span title={`${departmentName}；兼任 ${joinNames(names, otherDepartments)}`}>
      {departmentName} <span className="text-text3">+{count}</span>
    </span>
  );
}

interface State {
  /** Id of the viewer, who cannot change their own state. */
  me: string | undefined;
  /** Changes the state; undefined without the permission. */
  onToggle: ((row: UserRow) => void) | undefined;
}

function StateCell({ row, me, onToggle }: State & { row: UserRow }) {
  const on = row.status === 'enabled';
  const marks = marksOf(row);
  const [first] = marks;
  const blocked = row.id === me ? '不能停用自己的账号' : undefined;
  return (
    <span className="align-middle inline-flex items-center gap-1">
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
      {(!on || marks.length === 0) && <span className={on ? undefined : 'text-text3'}>{on ? '启用' : '停用'}</span>}
      {on && first && (
        <Badge
          tone="notice"
          className="px-1 leading-4"
          title={marks.map(({ text, title }) => `${text}：${title}`).join('\n')}
        >
          {first.text}
          {marks.length > 1 && ` +${marks.length - 1}`}
        </Badge>
      )}
    </span>
  );
}

/** Cells that show more than their field (domain.md 6.6). */
export const cellsOf = (state: State): Cells<UserRow> => ({
  name: ({ name, avatar }) => (
    <span className="flex items-center gap-2">
      <Portrait name={name} fileId={avatar} size={20} />
      <strong className="overflow-hidden text-ellipsis">{name}</strong>
    </span>
  ),
  mobile: ({ id, mobile }) => <Masked text={mobile} object="user" id={id} field="mobile" label="手机" />,
  departmentName: departmentsOf,
  roles: ({ roles }) => roles.map(({ name }) => name).join('、') || null,
  status: (row) => <StateCell row={row} {...state} />,
  jobNumber: ({ jobNumber, extension }) => [jobNumber, extension].filter(Boolean).join('/') || null,
  totp: ({ totp }) => (totp ? '已开启' : null),
  email: ({ id, email }) => <Masked text={email} object="user" id={id} field="email" label="邮箱" />,
});

/** The columns in the order of domain.md 6.6. */
export const columns: ListScreenProps<typeof userApi.getUserList, never, never>['columns'] = [
  'name',
  'account',
  'mobile',
  'departmentName',
  'roles',
  'status',
  'lastLoginAt',
  'post',
  'jobNumber',
  { ...createdColumn, width: 88 },
  'sessionCount',
  'totp',
  'email',
  'lastLoginIp',
  'expiresAt',
  'remark',
];
