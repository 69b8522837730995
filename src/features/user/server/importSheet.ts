import type { FileRow, ImportSheet } from '#features/import/server/service.ts';
import type { userApi } from '#features/user/contract.ts';
import { choices, valueNamed } from '#server/feature/words.ts';
import type { InputOf } from '#shared/endpoint.ts';

export type ImportedUser = Omit<InputOf<typeof userApi.addUser>, 'password' | 'expiresAt' | 'projectIds'>;

export const userSheet: ImportSheet = {
  title: '用户',
  table: 'user',
  columns: [
    {
      key: 'account',
      title: '账号',
      required: true,
      hint: '4-20 位，以字母开头；已有的账号按账号识别',
      example: 'zhoumei',
    },
    { key: 'name', title: '姓名', required: true, hint: '2-20 位', example: '周晓梅' },
    { key: 'mobile', title: '手机', required: true, hint: '11 位手机号', example: '13800005678' },
    { key: 'department', title: '部门', required: true, hint: '名称；有同名时写成 上级/名称', example: '总部' },
    {
      key: 'extraDepartments',
      title: '兼任部门',
      hint: '可不填；名称，多个用 、 隔开；已有账号的兼任部门不随导入改变',
    },
    {
      key: 'roles',
      title: '角色',
      required: true,
      hint: '角色名称，多个用 、 隔开；已有账号的角色不随导入改变',
      example: '坐席',
    },
    { key: 'post', title: '岗位', hint: '最多 30 个字', example: '坐席' },
    { key: 'jobNumber', title: '工号', hint: '1-20 位字母或数字', example: 'A1001' },
    { key: 'extension', title: '分机号', hint: '1-10 位', example: '803' },
    { key: 'email', title: '邮箱', hint: '可不填' },
    {
      key: 'gender',
      title: '性别',
      get hint() {
        return Object.values(choices('gender')).join('、');
      },
      example: '女',
    },
    { key: 'remark', title: '备注', hint: '最多 500 个字。初始密码由管理员在用户列表重置后发给本人' },
  ],
};

const fields: Readonly<Record<string, string>> = {
  departmentId: 'department',
  extraDepartmentIds: 'extraDepartments',
  roleIds: 'roles',
};

/** The heading of the column that a field of the input comes from. */
export function headingOf(field: string): string {
  const name = field.split('.')[0] ?? '';
  const key = fields[name] ?? name;
  return userSheet.columns.find((column) => column.key === key)?.title ?? '账号';
}

/** The cells that are the input's own fields; a sex in other words is judged by the rules as it stands. */
export function importedFields({
  department: _department,
  extraDepartments: _extraDepartments,
  roles: _roles,
  ...cells
}: FileRow['cells']): Partial<ImportedUser> {
  const { gender, ...plain } = cells;
  if (gender === undefined) return plain;
  const known = valueNamed('gender', gender);
  return { ...plain, gender: known === undefined ? (gender as unknown as number) : Number(known) };
}
