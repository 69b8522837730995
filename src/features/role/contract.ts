import { dataScopes, keysOf } from '#shared/codes.ts';
import { Id, Instant, list, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import type { Room } from '#shared/room.ts';
import { type Static, Type } from '#shared/typebox.ts';

const Status = Type.Enum(['enabled', 'disabled'], { title: '状态' });
const Name = Type.String({ pattern: '^\\S(.{0,28}\\S)?$', title: '名称', msg: '名称须为1-30个字，首尾不留空格' });
const Key = Type.String({
  pattern: '^[a-zA-Z][\\w-]{1,39}$',
  title: '标识',
  msg: '标识须为2-40位字母、数字、下划线或连字符，以字母开头',
});
const Scope = Type.Enum(keysOf(dataScopes), { title: '数据范围' });
const Ids = (title: string) => Type.Array(Id, { maxItems: 2000, uniqueItems: true, title });
const Sort = Type.Integer({ minimum: 0, maximum: 999, title: '排序' });
const Remark = Type.String({ maxLength: 500, title: '备注' });
const Changed = strict({ id: Id, version: Type.Integer() });

const RoleRow = strict({
  id: Id,
  name: Type.String(),
  key: Type.String(),
  dataScope: Scope,
  departmentIds: Type.Array(Id),
  menuIds: Type.Array(Id),
  userCount: Type.Integer(),
  sort: Type.Integer(),
  status: Status,
  remark: nullable(Type.String()),
  builtIn: Type.Boolean(),
  /** Why the viewer may neither change nor give the role; null when they may. */
  beyond: nullable(Type.String()),
  createdAt: Instant,
  version: Type.Integer(),
});

/** A menu or button that a role can have; `apis` are the endpoints that it opens. */
const MenuChoice = strict({
  id: Id,
  parentId: nullable(Id),
  type: Type.Enum(['dir', 'menu', 'button', 'link']),
  name: Type.String(),
  apis: Type.Array(Type.String()),
  /** Needs no right: everybody has it. */
  open: Type.Boolean(),
  /** The viewer has it and may therefore give it. */
  mine: Type.Boolean(),
});
export type MenuChoice = Static<typeof MenuChoice>;

const Member = strict({
  id: Id,
  account: Type.String(),
  name: Type.String(),
  departmentName: Type.String(),
  status: Status,
  roleNames: Type.Array(Type.String()),
});

export const roleApi = {
  getRoleList: list('/api/role/getRoleList', {
    title: '角色列表',
    permission: 'role:list',
    filters: { status: Type.Optional(Status) },
    sort: ['name', 'sort', 'userCount', 'createdAt'],
    row: RoleRow,
  }),
  /** The roles that can be chosen for an account, those beyond the viewer with the reason. */
  getRoleOption: post('/api/role/getRoleOption', {
    title: '角色选项',
    permission: 'user:list',
    change: false,
    input: {},
    output: Type.Array(strict({ id: Id, name: Type.String(), status: Status, beyond: nullable(Type.String()) })),
  }),
  getRoleMenuList: post('/api/role/getRoleMenuList', {
    title: '角色可选菜单',
    permission: 'role:list',
    change: false,
    input: {},
    output: Type.Array(MenuChoice),
  }),
  addRole: post('/api/role/addRole', {
    title: '新增角色',
    permission: 'role:add',
    input: {
      name: Name,
      key: Key,
      dataScope: Type.Optional(Scope),
      departmentIds: Type.Optional(Ids('部门')),
      menuIds: Type.Optional(Ids('菜单权限')),
      sort: Type.Optional(Sort),
      remark: Type.Optional(Remark),
    },
    output: strict({ id: Id }),
  }),
  /** An absent field stays as it is. */
  editRole: post('/api/role/editRole', {
    title: '编辑角色',
    permission: 'role:edit',
    input: {
      id: Id,
      version: Type.Integer({ minimum: 1 }),
      name: Type.Optional(Name),
      key: Type.Optional(Type.String({ maxLength: 50, title: '标识' })),
      dataScope: Type.Optional(Scope),
      departmentIds: Type.Optional(Ids('部门')),
      menuIds: Type.Optional(Ids('菜单权限')),
      sort: Type.Optional(Sort),
      remark: Type.Optional(nullable(Remark)),
    },
    output: Changed,
  }),
  copyRole: post('/api/role/copyRole', {
    title: '复制角色',
    permission: 'role:add',
    input: { id: Id, name: Name, key: Key },
    output: strict({ id: Id }),
  }),
  updateRoleStatus: post('/api/role/updateRoleStatus', {
    title: '启用停用角色',
    permission: 'role:edit',
    input: { id: Id, status: Status },
    output: Changed,
  }),
  deleteRole: post('/api/role/deleteRole', {
    title: '删除角色',
    permission: 'role:delete',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '角色' }) },
    output: Nothing,
  }),
  /** Who has the role; with `member: false` who does not. */
  getRoleUserList: list('/api/role/getRoleUserList', {
    title: '角色的用户',
    permission: 'role:list',
    filters: { id: Id, member: Type.Optional(Type.Boolean()) },
    sort: ['account', 'name', 'departmentName'],
    row: Member,
  }),
  editRoleUser: post('/api/role/editRoleUser', {
    title: '分配角色用户',
    permission: 'role:user',
    input: { id: Id, addUserIds: Type.Optional(Ids('加入的用户')), removeUserIds: Type.Optional(Ids('移出的用户')) },
    output: strict({ userCount: Type.Integer() }),
  }),
};

export const room: Room = {
  title: '角色',
  endpoints: roleApi,
  screens: [
    {
      path: '/role/list',
      title: '角色',
      icon: 'shield',
      group: '系统管理',
      sort: 91,
      component: 'RoleScreen',
      right: { key: 'role:list', title: '查看角色', roles: [] },
      buttons: [
        { key: 'role:add', title: '新增与复制角色', roles: [] },
        { key: 'role:edit', title: '编辑角色', roles: [] },
        { key: 'role:user', title: '分配角色用户', roles: [] },
        { key: 'role:delete', title: '删除角色', roles: [] },
      ],
    },
  ],
};
