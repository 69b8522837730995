import { type Static, Type } from 'typebox';
import { get, Id, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import type { Room } from '#shared/room.ts';

/** A node of the menu tree; `url` is the route after the hash, `type` as in names.md. */
export interface MenuNode {
  id: string;
  name: string;
  url: string;
  icon: string;
  type: 'dir' | 'menu' | 'link';
  children: MenuNode[];
}
const MenuTree = Type.Unsafe<MenuNode[]>({ type: 'array', items: { type: 'object', additionalProperties: true } });

export interface DepartmentNode {
  id: string;
  name: string;
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
  roles: Type.Array(strict({ id: Id, key: Type.String(), name: Type.String() })),
  permissions: Type.Array(Type.String()),
  mustChangePassword: Type.Boolean(),
  timeZone: Type.String(),
});
export type UserInfo = Static<typeof UserInfo>;

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
  reloadCache: get('/api/user/reloadCache', {
    title: '刷新缓存',
    permission: 'user:cache',
    change: true,
    output: Nothing,
  }),
};

export const room: Room = {
  title: '用户',
  endpoints: userApi,
  screens: [
    {
      path: '/user/list',
      title: '用户',
      icon: 'users',
      group: '系统管理',
      sort: 90,
      planned: '后台账号：按部门查看、新增、分配角色、重置密码、启用停用和强制下线。',
      right: { key: 'user:list', title: '查看用户', roles: [] },
      buttons: [{ key: 'user:cache', title: '刷新缓存', roles: [] }],
    },
  ],
};
