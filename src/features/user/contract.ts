import type { MenuNode } from '#features/menu/contract.ts';
import { cacheApi } from '#shared/contract/cache.ts';
import { get, Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field, statusField } from '#shared/resourceField.ts';
import { QuietFrom, QuietTo } from '#shared/rule/quietHours.ts';
import { type Static, Type } from '#shared/typebox.ts';

const MenuTree = Type.Unsafe<MenuNode[]>({ type: 'array', items: { type: 'object', additionalProperties: true } });

export interface DepartmentNode {
  id: string;
  name: string;
  status: 'enabled' | 'disabled';
  count: number;
  children: DepartmentNode[];
}
const DepartmentTree = Type.Unsafe<DepartmentNode[]>({
  type: 'array',
  items: { type: 'object', additionalProperties: true },
});

const Role = strict({ id: Id, key: Type.String(), name: Type.String() });

export const UserInfo = strict({
  id: Id,
  account: Type.String(),
  name: Type.String(),
  avatar: nullable(Type.String()),
  departmentId: Id,
  departmentName: Type.String(),
  extension: nullable(Type.String()),
  roles: Type.Array(Role),
  permissions: Type.Array(Type.String()),
  mustChangePassword: Type.Boolean(),
  timeZone: Type.String(),
  /** End of this login, however often it is used. */
  sessionEndsAt: nullable(Instant),
  /** True when no department and no project limits the user's scope. */
  platformWide: Type.Boolean(),
});
export type UserInfo = Static<typeof UserInfo>;

const listOf = (title: string, options: object) => Type.Array(Id, { uniqueItems: true, title, ...options });
const DepartmentId = Type.String({ ...Id, title: '部门', msg: '请选择部门' });
const RoleIds = listOf('角色', { minItems: 1, maxItems: 20 });

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
const { mobile, email, gender } = user.fields;

const Password = Type.String({ minLength: 8, maxLength: 128, title: '密码', msg: '密码须为8至128个字符' });
/** The current password as proof; the rules for new passwords do not apply to it. */
const PresentPassword = Type.String({ minLength: 1, maxLength: 128, title: '密码' });
const Code = Type.String({ pattern: '^[0-9]{6}$', title: '验证码', msg: '请输入6位验证码' });
/** Shown once: only the hash is stored. */
const OncePassword = strict({ password: Type.String() });
const One = { id: Id };
const Ids = listOf('用户', { minItems: 1, maxItems: 200, msg: '一次最多200个用户' });
/** Result per account: done, or the reason why not. */
const BatchAnswer = Type.Array(
  Type.Union([
    strict({ id: Id, account: Type.String(), name: Type.String(), password: Type.Optional(Type.String()) }),
    strict({ id: Id, msg: Type.String() }),
  ]),
);

const Profile = strict({
  account: Type.String(),
  name: Type.String(),
  avatar: nullable(Type.String()),
  mobile: nullable(Type.String()),
  email: nullable(Type.String()),
  gender: Type.Integer(),
  post: nullable(Type.String()),
  jobNumber: nullable(Type.String()),
  extension: nullable(Type.String()),
  departmentName: Type.String(),
  roles: Type.Array(Role),
  lastLoginAt: nullable(Instant),
  lastLoginIp: nullable(Type.String()),
  passwordChangedAt: nullable(Instant),
  expiresAt: nullable(Instant),
  /** Quiet hours, HH:mm: only the most urgent alarms ring the user then. */
  quietFrom: nullable(Type.String()),
  quietTo: nullable(Type.String()),
  totp: nullable(strict({ since: Instant, recoveryCodes: Type.Integer() })),
  version: Type.Integer(),
});

const SessionRow = strict({
  id: Id,
  device: Type.String(),
  ip: Type.String(),
  place: Type.String(),
  at: Instant,
  startedAt: Instant,
  current: Type.Boolean(),
});

const getUserList = user.list({
  filters: {
    departmentId: Type.Optional(Id),
    roleId: Type.Optional(Id),
    createdFrom: Type.Optional(Type.String({ ...Instant, title: '创建时间起' })),
    createdTo: Type.Optional(Type.String({ ...Instant, title: '创建时间止' })),
  },
});

export const userApi = {
  getUserInfo: post('/api/user/getUserInfo', {
    title: '本人信息',
    permission: 'login',
    change: false,
    beforePasswordChange: true,
    input: {},
    output: UserInfo,
  }),
  getUserMenu: get('/api/user/getUserMenu', {
    title: '本人菜单',
    permission: 'login',
    beforePasswordChange: true,
    output: MenuTree,
  }),
  editUserPassword: post('/api/user/editUserPassword', {
    title: '修改本人密码',
    permission: 'login',
    beforePasswordChange: true,
    input: {
      oldPassword: Type.String({ minLength: 1, maxLength: 128, title: '原密码' }),
      newPassword: Type.String({ minLength: 8, maxLength: 128, title: '新密码', msg: '密码须为8至128个字符' }),
    },
    output: NoData,
  }),
  getUserDepartmentTree: get('/api/user/getUserDepartmentTree', {
    title: '部门树',
    permission: 'login',
    output: DepartmentTree,
  }),
  ...cacheApi,
  getUserList,
  /** Returns phone and mailbox unmasked for the form; each reveal is entered in the command log. */
  getUser: user.get({ title: '查看用户' }),
  exportUser: user.export(getUserList, { title: '导出用户' }),
  importUser: user.import(),
  getImportTemplate: user.template(),
  addUser: user.add({
    input: { password: Type.Optional(Password) },
    output: { password: Type.Optional(Type.String()) },
  }),
  editUser: user.edit({
    input: {
      /** Null removes the portrait; `uploadUserImg` sets a new portrait. */
      avatar: Type.Optional(Type.Null({ title: '头像' })),
      /** The viewer's password, required for a new phone or mailbox of their own account. */
      password: Type.Optional(PresentPassword),
    },
  }),
  resetUserPassword: post('/api/user/resetUserPassword', {
    title: '重置密码',
    permission: 'user:password',
    input: One,
    output: OncePassword,
  }),
  resetUserTotp: post('/api/user/resetUserTotp', {
    title: '解除两步登录',
    permission: 'user:password',
    input: One,
    output: NoData,
  }),
  updateUserStatus: user.status({ permission: 'user:status' }),
  deleteUser: user.remove(),
  unlockUser: post('/api/user/unlockUser', {
    title: '解锁用户',
    permission: 'user:status',
    input: One,
    output: NoData,
  }),
  logoutUser: post('/api/user/logoutUser', {
    title: '强制下线',
    permission: 'user:status',
    input: One,
    output: NoData,
  }),
  getUserInHand: post('/api/user/getUserInHand', {
    title: '手上的告警',
    permission: 'user:status',
    change: false,
    input: One,
    output: Type.Array(strict({ id: Id, no: Type.String() })),
  }),
  batchUpdateUserStatus: post('/api/user/batchUpdateUserStatus', {
    title: '批量启用停用用户',
    permission: 'user:status',
    input: { ids: Ids, status: statusField.schema },
    output: BatchAnswer,
  }),
  /** Adds the roles to those that each user has; removes none. */
  batchAddUserRole: post('/api/user/batchAddUserRole', {
    title: '批量增加角色',
    permission: 'user:edit',
    input: { ids: Ids, roleIds: RoleIds },
    output: BatchAnswer,
  }),
  batchUpdateUserDepartment: post('/api/user/batchUpdateUserDepartment', {
    title: '批量调整部门',
    permission: 'user:edit',
    input: { ids: Ids, departmentId: DepartmentId },
    output: BatchAnswer,
  }),
  /** Each password is shown once: only its hash is stored. */
  batchResetUserPassword: post('/api/user/batchResetUserPassword', {
    title: '批量重置密码',
    permission: 'user:password',
    input: { ids: Ids },
    output: BatchAnswer,
  }),
  /** Numbers of the warns that each user handles; users not managed by the viewer are left out. */
  getUsersInHand: post('/api/user/getUsersInHand', {
    title: '多人手上的告警',
    permission: 'user:status',
    change: false,
    input: { ids: Ids },
    output: Type.Array(strict({ id: Id, account: Type.String(), name: Type.String(), nos: Type.Array(Type.String()) })),
  }),
  uploadUserImg: post('/api/user/uploadUserImg', {
    title: '上传头像',
    permission: 'login',
    upload: true,
    input: { id: Type.Optional(Id) },
    output: strict({ fileId: Id, url: Type.String() }),
  }),
  getUserProfile: post('/api/user/getUserProfile', {
    title: '本人资料',
    permission: 'login',
    change: false,
    input: {},
    output: Profile,
  }),
  editUserProfile: post('/api/user/editUserProfile', {
    title: '修改本人资料',
    permission: 'login',
    input: {
      version: Type.Integer({ minimum: 1 }),
      mobile: mobile.schema,
      email: Type.Optional(nullable(email.schema)),
      gender: Type.Optional(gender.schema),
      /** Both or neither; null clears the quiet hours. */
      quietFrom: Type.Optional(nullable(QuietFrom)),
      quietTo: Type.Optional(nullable(QuietTo)),
      /** Required for a new phone or mailbox. */
      password: Type.Optional(PresentPassword),
    },
    output: strict({ version: Type.Integer() }),
  }),
  getUserSessionList: post('/api/user/getUserSessionList', {
    title: '本人登录设备',
    permission: 'login',
    change: false,
    input: {},
    output: Type.Array(SessionRow),
  }),
  deleteUserSession: post('/api/user/deleteUserSession', {
    title: '结束登录',
    permission: 'login',
    input: One,
    output: NoData,
  }),
  addUserTotp: post('/api/user/addUserTotp', {
    title: '设置两步登录',
    permission: 'login',
    input: { password: PresentPassword },
    output: strict({ secret: Type.String(), uri: Type.String() }),
  }),
  confirmUserTotp: post('/api/user/confirmUserTotp', {
    title: '开启两步登录',
    permission: 'login',
    input: { code: Code },
    output: strict({ recoveryCodes: Type.Array(Type.String()) }),
  }),
  deleteUserTotp: post('/api/user/deleteUserTotp', {
    title: '关闭两步登录',
    permission: 'login',
    input: { password: PresentPassword },
    output: NoData,
  }),
};

export const feature: Feature = {
  title: '用户',
  resource: user,
  endpoints: userApi,
  screens: [
    {
      path: '/user/list',
      title: '用户',
      icon: 'users',
      group: '系统管理',
      sort: 90,
      component: 'UserScreen',
      wide: true,
      permission: { key: 'user:list', title: '查看用户', roles: [] },
      buttons: [
        { key: 'user:add', title: '新增用户', roles: [] },
        { key: 'user:edit', title: '编辑用户', roles: [] },
        { key: 'user:status', title: '启停、下线与解锁', roles: [] },
        { key: 'user:password', title: '重置密码', roles: [] },
        { key: 'user:delete', title: '删除用户', roles: [] },
        { key: 'user:export', title: '导出用户', roles: [] },
        { key: 'user:import', title: '导入用户', roles: [] },
        { key: 'user:cache', title: '刷新缓存', roles: [] },
      ],
    },
  ],
};
