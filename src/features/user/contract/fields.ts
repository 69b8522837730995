import { Id, Instant, strict } from '#shared/endpoint.ts';
import { resource } from '#shared/resource.ts';
import { computed, field, statusField } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

export const Role = strict({ id: Id, key: Type.String(), name: Type.String() });
export const listOf = (title: string, options: object) => Type.Array(Id, { uniqueItems: true, title, ...options });
export const DepartmentId = Type.String({ ...Id, title: '部门', msg: '请选择部门' });
export const RoleIds = listOf('角色', { minItems: 1, maxItems: 20 });

/** A back-office account: login, ownership, roles. */
export const user = resource('user', '用户', {
  account: field(
    Type.String({
      pattern: '^[a-zA-Z][\\w-]{3,19}$',
      maxLength: 20,
      title: '账号',
      msg: '账号须为4-20位字母、数字、下划线或连字符，以字母开头',
    }),
    {
      required: true,
      immutable: '创建后不可修改',
      unique: '账号已存在',
      search: true,
      sort: true,
      column: { width: 88 },
      form: { hint: '4-20 位，以字母开头，创建后不可修改' },
      import: { hint: '4-20 位，以字母开头；已有的账号按账号识别', example: 'zhoumei' },
    },
  ),
  name: field(
    Type.String({
      pattern: '^[\\p{Script=Han}A-Za-z·][\\p{Script=Han}A-Za-z· ]{1,19}$',
      maxLength: 20,
      title: '姓名',
      msg: '请输入2-20位姓名',
    }),
    {
      required: true,
      search: true,
      sort: true,
      column: { width: 96, fixed: 'left' },
      import: { hint: '2-20 位', example: '周晓梅' },
    },
  ),
  mobile: field(Type.String({ pattern: '^1[3-9]\\d{9}$', title: '手机', msg: '请输入正确的手机号' }), {
    required: true,
    nullable: true,
    sensitive: 'phone',
    column: { width: 116 },
    form: { control: 'phone' },
    import: { hint: '11 位手机号', example: '13800005678' },
  }),
  departmentId: field(DepartmentId, {
    required: true,
    column: false,
    export: false,
    import: { hint: '名称；有同名时写成 上级/名称', example: '总部' },
  }),
  departmentName: field(Type.String({ title: '部门' }), {
    editable: false,
    dbColumn: false,
    sort: true,
    column: { width: 84 },
  }),
  /** Further departments of the user: the scopes 本部门 and 本部门及以下 include them. */
  extraDepartmentIds: field(listOf('兼任部门', { maxItems: 20 }), {
    defaultValue: [],
    dbColumn: false,
    output: false,
    column: false,
    export: false,
    form: { wide: true, hint: '数据范围为本部门的角色，也看得到这些部门' },
    import: { hint: '可不填；名称，多个用 、 隔开；已有账号的兼任部门不随导入改变' },
  }),
  /** Extra departments in the viewer's scope; `otherDepartments` counts the rest. */
  extraDepartments: field(Type.Array(strict({ id: Id, name: Type.String() }), { title: '兼任部门' }), {
    editable: false,
    dbColumn: false,
    column: false,
  }),
  otherDepartments: computed(Type.Integer({ title: '其他部门数' }), { column: false }),
  roleIds: field(RoleIds, {
    required: true,
    dbColumn: false,
    output: false,
    column: false,
    export: false,
    form: { wide: true, hint: '只能授予你自己有的权限和数据范围' },
    import: { hint: '角色名称，多个用 、 隔开；已有账号的角色不随导入改变', example: '坐席' },
  }),
  roles: field(Type.Array(Role, { title: '角色' }), { editable: false, dbColumn: false, column: { width: 84 } }),
  post: field(Type.String({ minLength: 1, maxLength: 30, title: '岗位' }), {
    column: { width: 56 },
    import: { hint: '最多 30 个字', example: '坐席' },
  }),
  jobNumber: field(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,20}$',
      maxLength: 20,
      title: '工号',
      msg: '工号须为1-20位字母或数字',
    }),
    {
      search: true,
      column: { title: '工号/分机', width: 72 },
      import: { hint: '1-20 位字母或数字', example: 'A1001' },
    },
  ),
  extension: field(
    Type.String({ pattern: '^[0-9*#-]{1,10}$', maxLength: 10, title: '分机号', msg: '分机号格式不正确' }),
    { column: false, import: { hint: '1-10 位', example: '803' } },
  ),
  email: field(Type.String({ format: 'email', maxLength: 100, title: '邮箱' }), {
    search: true,
    sensitive: 'email',
    column: { width: 160, hidden: true },
    import: { hint: '可不填' },
  }),
  gender: field(Type.Integer({ minimum: 0, maximum: 2, title: '性别', dictionary: 'gender' }), {
    defaultValue: 0,
    column: false,
    form: { control: 'radio' },
    import: { example: '女' },
  }),
  status: { ...statusField, filter: 'one', column: { width: 94, noTooltip: true } },
  lastLoginAt: field(Type.String({ ...Instant, title: '最近登录' }), {
    editable: false,
    nullable: true,
    sort: true,
    column: { width: 88 },
  }),
  expiresAt: field(Type.String({ ...Instant, title: '有效期' }), {
    column: { width: 104, hidden: true },
    form: { hint: '到期后不能登录，留空长期有效' },
    import: false,
  }),
  /** Projects that the viewer may name, null for all; `otherProjects` counts the rest. */
  projectIds: field(listOf('项目', { minItems: 1, maxItems: 200 }), {
    column: false,
    export: false,
    form: { wide: true },
    import: false,
  }),
  otherProjects: computed(Type.Integer({ title: '其他项目数' }), { column: false }),
  avatar: field(Type.String({ ...Id, title: '头像' }), {
    editable: false,
    nullable: true,
    dbColumn: 'avatarFileId',
    column: false,
    export: false,
  }),
  remark: field(Type.String({ minLength: 1, maxLength: 500, title: '备注' }), {
    column: { width: 160, hidden: true },
    form: { wide: true, rows: 2 },
    import: { hint: '最多 500 个字。初始密码由管理员在用户列表重置后发给本人' },
  }),
  builtIn: field(Type.Boolean({ title: '内置' }), { editable: false, column: false, export: false }),
  locked: computed(Type.Boolean({ title: '已锁定' }), { column: false }),
  expired: computed(Type.Boolean({ title: '已过期' }), { column: false }),
  totp: computed(Type.Boolean({ title: '两步登录' }), { column: { width: 80, hidden: true } }),
  sessionCount: computed(Type.Integer({ title: '在线设备' }), { column: { width: 80, align: 'right', hidden: true } }),
  mustChangePassword: field(Type.Boolean({ title: '须改密码' }), { editable: false, column: false, export: false }),
  lastLoginIp: field(Type.String({ title: '最近登录 IP' }), {
    editable: false,
    nullable: true,
    column: { width: 120, hidden: true },
    export: false,
  }),
});
