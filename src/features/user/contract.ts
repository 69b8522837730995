import type { MenuNode } from '#features/menu/contract.ts';
import { cacheApi } from '#shared/cache.ts';
import { get, Id, Instant, list, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import { exportOf } from '#shared/export.ts';
import type { Feature } from '#shared/feature.ts';
import { importOf, templateOf } from '#shared/import.ts';
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

const Roles = Type.Array(strict({ id: Id, key: Type.String(), name: Type.String() }));

export const UserInfo = strict({
  id: Id,
  account: Type.String(),
  name: Type.String(),
  avatar: nullable(Type.String()),
  departmentId: Id,
  departmentName: Type.String(),
  extension: nullable(Type.String()),
  roles: Roles,
  permissions: Type.Array(Type.String()),
  mustChangePassword: Type.Boolean(),
  timeZone: Type.String(),
  /** When this login ends however much it is used. */
  sessionEndsAt: nullable(Instant),
});
export type UserInfo = Static<typeof UserInfo>;

const Status = Type.Enum(['enabled', 'disabled'], { title: '状态' });
const Name = Type.String({
  pattern: '^[\\p{Script=Han}A-Za-z·][\\p{Script=Han}A-Za-z· ]{1,19}$',
  title: '姓名',
  msg: '请输入2-20位姓名',
});
const Account = Type.String({
  pattern: '^[a-zA-Z][\\w-]{3,19}$',
  title: '账号',
  msg: '账号须为4-20位字母、数字、下划线或连字符，以字母开头',
});
const Mobile = Type.String({ pattern: '^1[3-9]\\d{9}$', title: '手机号', msg: '请输入正确的手机号' });
const Email = Type.String({ format: 'email', maxLength: 100, title: '邮箱' });
const Gender = Type.Integer({ minimum: 0, maximum: 2, title: '性别', dictionary: 'gender' });
const Password = Type.String({ minLength: 8, maxLength: 128, title: '密码', msg: '密码须为8至128个字符' });
/** One's own, given again: the rules of a new one do not bind it. */
const PresentPassword = Type.String({ minLength: 1, maxLength: 128, title: '密码' });
const Extension = Type.String({ pattern: '^[0-9*#-]{1,10}$', title: '分机号', msg: '分机号格式不正确' });
const JobNumber = Type.String({ pattern: '^[A-Za-z0-9_-]{1,20}$', title: '工号', msg: '工号须为1-20位字母或数字' });
const Post = Type.String({ minLength: 1, maxLength: 30, title: '岗位' });
const Remark = Type.String({ minLength: 1, maxLength: 500, title: '备注' });
const RoleIds = Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true, title: '角色' });
const ExtraDepartments = Type.Array(Id, { maxItems: 20, uniqueItems: true, title: '兼任部门' });
const Projects = Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '项目' });
const Code = Type.String({ pattern: '^[0-9]{6}$', title: '验证码', msg: '请输入6位验证码' });
/** Shown once: the product keeps its hash alone. */
const OncePassword = strict({ password: Type.String() });
const One = { id: Id };
const Ids = Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '用户', msg: '一次最多200个用户' });
/** What became of each account: done, or why not. */
const BatchAnswer = Type.Array(
  Type.Union([
    strict({ id: Id, account: Type.String(), name: Type.String(), password: Type.Optional(Type.String()) }),
    strict({ id: Id, msg: Type.String() }),
  ]),
);

const UserRow = strict({
  id: Id,
  account: Type.String(),
  name: Type.String(),
  mobile: nullable(Type.String()),
  email: nullable(Type.String()),
  gender: Type.Integer(),
  post: nullable(Type.String()),
  jobNumber: nullable(Type.String()),
  extension: nullable(Type.String()),
  avatar: nullable(Type.String()),
  departmentId: Id,
  departmentName: Type.String(),
  /** Those in the viewer's scope, and how many there are beside them. */
  extraDepartments: Type.Array(strict({ id: Id, name: Type.String() })),
  otherDepartments: Type.Integer(),
  roles: Roles,
  /** Those that the viewer may name, null for all projects, and how many there are beside them. */
  projectIds: nullable(Type.Array(Id)),
  otherProjects: Type.Integer(),
  status: Status,
  builtIn: Type.Boolean(),
  locked: Type.Boolean(),
  expired: Type.Boolean(),
  totp: Type.Boolean(),
  sessionCount: Type.Integer(),
  mustChangePassword: Type.Boolean(),
  expiresAt: nullable(Instant),
  lastLoginAt: nullable(Instant),
  lastLoginIp: nullable(Type.String()),
  remark: nullable(Type.String()),
  createdAt: Instant,
  version: Type.Integer(),
});

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
  roles: Roles,
  lastLoginAt: nullable(Instant),
  lastLoginIp: nullable(Type.String()),
  passwordChangedAt: nullable(Instant),
  expiresAt: nullable(Instant),
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

const getUserList = list('/api/user/getUserList', {
  title: '用户列表',
  permission: 'user:list',
  filters: {
    departmentId: Type.Optional(Id),
    roleId: Type.Optional(Id),
    status: Type.Optional(Status),
    createdFrom: Type.Optional(Instant),
    createdTo: Type.Optional(Instant),
  },
  sort: ['account', 'name', 'departmentName', 'lastLoginAt', 'createdAt'],
  row: UserRow,
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
    output: Nothing,
  }),
  getUserDepartmentTree: get('/api/user/getUserDepartmentTree', {
    title: '部门树',
    permission: 'login',
    output: DepartmentTree,
  }),
  ...cacheApi,
  getUserList,
  /** Phone and mailbox in clear, for the form: each look is entered in the command log. */
  getUser: post('/api/user/getUser', {
    title: '查看用户',
    permission: 'user:edit',
    input: One,
    output: UserRow,
  }),
  exportUser: exportOf(getUserList, {
    path: '/api/user/exportUser',
    title: '导出用户',
    permission: 'user:export',
    columns: {
      account: '账号',
      name: '姓名',
      mobile: '手机',
      departmentName: '部门',
      extraDepartments: '兼任部门',
      roles: '角色',
      post: '岗位',
      jobNumber: '工号',
      extension: '分机号',
      email: '邮箱',
      gender: '性别',
      status: '状态',
      lastLoginAt: '最近登录',
      expiresAt: '有效期',
      createdAt: '创建时间',
      remark: '备注',
    },
    personal: ['mobile', 'email'],
  }),
  importUser: importOf('/api/user/importUser', { title: '导入用户', permission: 'user:import' }),
  getImportTemplate: templateOf('/api/user/getImportTemplate', {
    title: '用户导入模板',
    permission: 'user:import',
  }),
  addUser: post('/api/user/addUser', {
    title: '新增用户',
    permission: 'user:add',
    input: {
      account: Account,
      name: Name,
      mobile: Mobile,
      departmentId: Type.String({ ...Id, title: '部门', msg: '请选择部门' }),
      /** Also works in: the scopes 本部门 and 本部门及以下 hold these, too. */
      extraDepartmentIds: Type.Optional(ExtraDepartments),
      roleIds: RoleIds,
      password: Type.Optional(Password),
      email: Type.Optional(Email),
      gender: Type.Optional(Gender),
      post: Type.Optional(Post),
      jobNumber: Type.Optional(JobNumber),
      extension: Type.Optional(Extension),
      expiresAt: Type.Optional(Type.String({ ...Instant, title: '有效期' })),
      projectIds: Type.Optional(Projects),
      remark: Type.Optional(Remark),
    },
    output: strict({ id: Id, password: Type.Optional(Type.String()) }),
  }),
  /** An absent field stays as it is; null empties one. */
  editUser: post('/api/user/editUser', {
    title: '编辑用户',
    permission: 'user:edit',
    input: {
      id: Id,
      version: Type.Integer({ minimum: 1 }),
      account: Type.Optional(Type.String({ maxLength: 50, title: '账号' })),
      name: Type.Optional(Name),
      mobile: Type.Optional(Mobile),
      departmentId: Type.Optional(Type.String({ ...Id, title: '部门', msg: '请选择部门' })),
      extraDepartmentIds: Type.Optional(ExtraDepartments),
      roleIds: Type.Optional(RoleIds),
      email: Type.Optional(nullable(Email)),
      gender: Type.Optional(Gender),
      post: Type.Optional(nullable(Post)),
      jobNumber: Type.Optional(nullable(JobNumber)),
      extension: Type.Optional(nullable(Extension)),
      expiresAt: Type.Optional(nullable(Type.String({ ...Instant, title: '有效期' }))),
      projectIds: Type.Optional(nullable(Projects)),
      remark: Type.Optional(nullable(Remark)),
      /** Null takes the portrait away; a new one comes by uploadUserImg. */
      avatar: Type.Optional(Type.Null()),
      /** The viewer's, needed for a new phone or mailbox of their own account. */
      password: Type.Optional(PresentPassword),
    },
    output: strict({ id: Id, version: Type.Integer() }),
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
    output: Nothing,
  }),
  updateUserStatus: post('/api/user/updateUserStatus', {
    title: '启用停用用户',
    permission: 'user:status',
    input: { id: Id, status: Status },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  deleteUser: post('/api/user/deleteUser', {
    title: '删除用户',
    permission: 'user:delete',
    input: { ids: Ids },
    output: Nothing,
  }),
  unlockUser: post('/api/user/unlockUser', {
    title: '解锁用户',
    permission: 'user:status',
    input: One,
    output: Nothing,
  }),
  logoutUser: post('/api/user/logoutUser', {
    title: '强制下线',
    permission: 'user:status',
    input: One,
    output: Nothing,
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
    input: { ids: Ids, status: Status },
    output: BatchAnswer,
  }),
  /** Adds to what each has; nobody loses a role. */
  batchAddUserRole: post('/api/user/batchAddUserRole', {
    title: '批量增加角色',
    permission: 'user:edit',
    input: { ids: Ids, roleIds: RoleIds },
    output: BatchAnswer,
  }),
  batchUpdateUserDepartment: post('/api/user/batchUpdateUserDepartment', {
    title: '批量调整部门',
    permission: 'user:edit',
    input: { ids: Ids, departmentId: Type.String({ ...Id, title: '部门', msg: '请选择部门' }) },
    output: BatchAnswer,
  }),
  /** Each password is shown once: the product keeps its hash alone. */
  batchResetUserPassword: post('/api/user/batchResetUserPassword', {
    title: '批量重置密码',
    permission: 'user:password',
    input: { ids: Ids },
    output: BatchAnswer,
  }),
  /** The numbers of the alarms that each has in hand; whom the viewer does not manage is left out. */
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
      mobile: Mobile,
      email: Type.Optional(nullable(Email)),
      gender: Type.Optional(Gender),
      /** Needed for a new phone or mailbox. */
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
    output: Nothing,
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
    output: Nothing,
  }),
};

export const feature: Feature = {
  title: '用户',
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
      right: { key: 'user:list', title: '查看用户', roles: [] },
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
