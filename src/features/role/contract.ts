import { dataScopes, keysOf } from '#shared/codes.ts';
import { Id, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field, statusField } from '#shared/resourceField.ts';
import { type Static, Type } from '#shared/typebox.ts';

const Name = Type.String({
  maxLength: 30,
  pattern: '^\\S(.{0,28}\\S)?$',
  title: '名称',
  msg: '名称须为1-30个字，首尾不留空格',
});
const Key = Type.String({
  pattern: '^[a-zA-Z][\\w-]{1,39}$',
  maxLength: 40,
  title: '标识',
  msg: '标识须为2-40位字母、数字、下划线或连字符，以字母开头',
});
const Ids = (title: string) => Type.Array(Id, { maxItems: 2000, uniqueItems: true, title });

export const role = resource('role', '角色', {
  name: field(Name, { required: true, search: true, sort: true, column: { width: 160, fixed: 'left' } }),
  key: field(Key, {
    required: true,
    search: true,
    immutable: '创建后不可修改',
    unique: '标识已存在',
    column: { width: 120 },
    form: { hint: '以字母开头，创建后不可修改' },
  }),
  dataScope: field(Type.Enum(keysOf(dataScopes), { title: '数据范围' }), {
    defaultValue: 'department_below',
    labels: dataScopes,
    column: { width: 136 },
    form: { control: 'radio', wide: true },
  }),
  departmentIds: field(Ids('部门'), {
    defaultValue: [],
    dbColumn: false,
    column: false,
    form: { hint: '选中的部门及其下级', wide: true },
  }),
  menuIds: field(Ids('菜单权限'), {
    defaultValue: [],
    dbColumn: false,
    column: { title: '菜单与按钮', width: 96, align: 'right' },
    form: { wide: true },
  }),
  userCount: computed(Type.Integer({ title: '用户数' }), { sort: true, column: { width: 80, align: 'right' } }),
  sort: field(Type.Integer({ minimum: 0, maximum: 999, title: '排序' }), {
    defaultValue: 0,
    sort: true,
    column: { width: 72, align: 'right' },
  }),
  status: { ...statusField, filter: 'one' as const },
  remark: field(Type.String({ maxLength: 500, title: '备注' }), {
    column: { width: 200 },
    form: { rows: 2, wide: true },
  }),
  builtIn: field(Type.Boolean({ title: '内置' }), { editable: false, column: false }),
  /** Why the viewer may neither change nor grant the role; null when they may. */
  beyond: computed(nullable(Type.String({ title: '不能授予的原因' })), { column: false }),
});

/** A menu or button that a role can have; `apis` are the endpoints that it opens. */
const MenuChoice = strict({
  id: Id,
  parentId: nullable(Id),
  type: Type.Enum(['dir', 'menu', 'button', 'link']),
  name: Type.String(),
  apis: Type.Array(Type.String()),
  /** Needs no permission: open to every user. */
  open: Type.Boolean(),
  /** The viewer has it and may therefore grant it. */
  mine: Type.Boolean(),
});
export type MenuChoice = Static<typeof MenuChoice>;

const Member = strict({
  id: Id,
  account: Type.String(),
  name: Type.String(),
  departmentName: Type.String(),
  status: role.fields.status.schema,
  roleNames: Type.Array(Type.String()),
});

export const roleApi = {
  getRoleList: role.list(),
  getRole: role.get(),
  /** Roles for selection in an account; those beyond the viewer's permissions have a reason. */
  getRoleOption: post('/api/role/getRoleOption', {
    title: '角色选项',
    permission: 'user:list',
    change: false,
    input: {},
    output: Type.Array(
      strict({ id: Id, name: Type.String(), status: role.fields.status.schema, beyond: nullable(Type.String()) }),
    ),
  }),
  getRoleMenuList: post('/api/role/getRoleMenuList', {
    title: '角色可选菜单',
    permission: 'role:list',
    change: false,
    input: {},
    output: Type.Array(MenuChoice),
  }),
  addRole: role.add(),
  editRole: role.edit(),
  copyRole: post('/api/role/copyRole', {
    title: '复制角色',
    permission: 'role:add',
    input: { id: Id, name: Name, key: Key },
    output: strict({ id: Id }),
  }),
  updateRoleStatus: role.status(),
  deleteRole: role.remove(),
  /** Users who have the role; with `member: false` those who do not. */
  getRoleUserList: list('/api/role/getRoleUserList', {
    title: '角色的用户',
    permission: 'role:list',
    filters: { id: Id, member: Type.Optional(Type.Boolean({ title: '已有此角色' })) },
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

export const feature: Feature = {
  title: '角色',
  resource: role,
  endpoints: roleApi,
  screens: [
    {
      path: '/role/list',
      title: '角色',
      icon: 'shield',
      group: '系统管理',
      sort: 91,
      component: 'RoleScreen',
      permission: { key: 'role:list', title: '查看角色', roles: [] },
      buttons: [
        { key: 'role:add', title: '新增与复制角色', roles: [] },
        { key: 'role:edit', title: '编辑角色', roles: [] },
        { key: 'role:user', title: '分配角色用户', roles: [] },
        { key: 'role:delete', title: '删除角色', roles: [] },
      ],
    },
  ],
};
