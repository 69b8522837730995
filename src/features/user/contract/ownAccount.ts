import type { MenuNode } from '#features/menu/contract.ts';
import { get, Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { QuietFrom, QuietTo } from '#shared/rule/quietHours.ts';
import { type Static, Type } from '#shared/typebox.ts';
import { Role, user } from './fields.ts';

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

const { mobile, email, gender } = user.fields;

/** The current password as proof; the rules for new passwords do not apply to it. */
export const PresentPassword = Type.String({ minLength: 1, maxLength: 128, title: '密码' });
const Code = Type.String({ pattern: '^[0-9]{6}$', title: '验证码', msg: '请输入6位验证码' });

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

/** Calls of all users about what they see, and about their own account. */
export const ownAccountApi = {
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
    input: { id: Id },
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
