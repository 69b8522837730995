import { cacheApi } from '#shared/contract/cache.ts';
import { Id, Instant, NoData, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { statusField } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';
import { DepartmentId, listOf, RoleIds, user } from './contract/fields.ts';
import { type DepartmentNode, ownAccountApi, PresentPassword, UserInfo } from './contract/ownAccount.ts';

export { type DepartmentNode, UserInfo, user };

const Password = Type.String({ minLength: 8, maxLength: 128, title: '密码', msg: '密码须为8至128个字符' });
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

const getUserList = user.list({
  filters: {
    departmentId: Type.Optional(Id),
    roleId: Type.Optional(Id),
    createdFrom: Type.Optional(Type.String({ ...Instant, title: '创建时间起' })),
    createdTo: Type.Optional(Type.String({ ...Instant, title: '创建时间止' })),
  },
});

export const userApi = {
  ...ownAccountApi,
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
