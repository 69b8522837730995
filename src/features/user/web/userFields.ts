import { genders } from '#web/data/words.ts';
import type { Field, Option, TreeOption } from '#web/form/types.ts';
import { strengthOf } from '#web/shell/password.ts';
import { passwordForContact } from './presentPassword.tsx';

interface Choices {
  editing: boolean;
  /** Phone and mailbox as they are, where the account is the reader's own. */
  own: { mobile: string | null; email: string | null } | undefined;
  departments: readonly TreeOption[];
  roles: readonly Option[];
  /** Projects of the account that the reader may not name. */
  otherProjects: number;
  /** Absent for whoever may not see projects. */
  projects: readonly Option[] | undefined;
  upload: (file: File) => Promise<string>;
}

const sexes = () => ([1, 2, 0] as const).map((value) => ({ value, label: genders[value] }));

/** How strong the typed one is; without one the product makes it. */
function passwordHint(value: unknown): string {
  const strength = strengthOf(typeof value === 'string' ? value : '');
  return strength ? `强度：${strength}` : '留空由平台生成，只显示一次，首次登录须修改';
}

/** The form of domain.md 6.6. */
export function fieldsOf({ editing, own, departments, roles, projects, otherProjects, upload }: Choices): Field[] {
  const locked = editing ? () => '创建后不可修改' : undefined;
  return [
    {
      kind: 'text',
      field: 'account',
      label: '账号',
      required: true,
      maxLength: 20,
      locked,
      hint: '4-20 位，以字母开头，创建后不可修改',
    },
    { kind: 'text', field: 'name', label: '姓名', required: true, maxLength: 20 },
    { kind: 'phone', field: 'mobile', label: '手机', required: true },
    { kind: 'tree', field: 'departmentId', label: '部门', required: true, options: departments },
    {
      kind: 'tree',
      field: 'extraDepartmentIds',
      label: '兼任部门',
      wide: true,
      multiple: true,
      options: departments,
      hint: '数据范围为本部门的角色，也看得到这些部门',
    },
    {
      kind: 'multi',
      field: 'roleIds',
      label: '角色',
      required: true,
      wide: true,
      options: roles,
      hint: '只能授予你自己有的权限和数据范围',
    },
    ...(editing
      ? []
      : [
          {
            kind: 'text',
            field: 'password',
            label: '初始密码',
            maxLength: 128,
            wide: true,
            secret: true,
            hint: passwordHint,
          } as const,
        ]),
    { kind: 'text', field: 'post', label: '岗位', maxLength: 30 },
    { kind: 'text', field: 'jobNumber', label: '工号', maxLength: 20 },
    { kind: 'text', field: 'extension', label: '分机号', maxLength: 10 },
    { kind: 'text', field: 'email', label: '邮箱', maxLength: 100 },
    ...(own ? [passwordForContact(own)] : []),
    { kind: 'radio', field: 'gender', label: '性别', options: sexes() },
    { kind: 'datetime', field: 'expiresAt', label: '有效期', hint: '到期后不能登录，留空长期有效' },
    ...(projects
      ? [
          {
            kind: 'multi',
            field: 'projectIds',
            label: '项目',
            wide: true,
            options: projects,
            hint: otherProjects > 0 ? `另有 ${otherProjects} 个项目不在你的范围，保持不变` : '留空可见全部项目',
          } as const,
        ]
      : []),
    {
      kind: 'image',
      field: 'avatar',
      label: '头像',
      upload,
      columns: ['avatarFileId'],
      told: () => '有图片',
      hint: '仅支持 jpg/png/webp，不超过5MB',
    },
    { kind: 'textarea', field: 'remark', label: '备注', maxLength: 500, wide: true, rows: 2 },
  ];
}
