import { keysOf } from '#shared/codes.ts';
import { Id, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { type Static, Type } from '#shared/typebox.ts';

/** Node of the menu tree; `url` is the route after the hash, `type` as in names.md. */
export interface MenuNode {
  id: string;
  name: string;
  url: string;
  icon: string;
  type: 'dir' | 'menu' | 'link';
  /** False: not drawn but its address opens: the entry is hidden, or is present only because it skips the check. */
  visible: boolean;
  /** False: the page is unmounted when it is left. */
  cache: boolean;
  children: MenuNode[];
}

export const menuTypes = { dir: '目录', menu: '菜单', button: '按钮', link: '外链' } as const;

const MenuType = Type.Enum(keysOf(menuTypes), { title: '类型' });
const Parent = nullable(Type.String({ ...Id, title: '上级菜单', msg: '请选择上级菜单' }));
const Permission = Type.String({
  pattern: '^[a-z][A-Za-z0-9]*(:[a-z][A-Za-z0-9]*){1,2}$',
  maxLength: 60,
  title: '权限标识',
  msg: '权限标识的格式是 模块:动作 或 模块:实体:动作',
});

const fields = {
  type: MenuType,
  name: Type.String({ pattern: '^\\S(.*\\S)?$', minLength: 1, maxLength: 30, title: '名称', msg: '请输入1-30位名称' }),
  url: Type.Optional(nullable(Type.String({ maxLength: 300, title: '地址' }))),
  icon: Type.Optional(
    nullable(Type.String({ pattern: '^[a-z][a-z0-9-]{0,29}$', title: '图标', msg: '图标不在可选范围内' })),
  ),
  permission: Type.Optional(nullable(Permission)),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999, title: '排序' })),
  visible: Type.Optional(Type.Boolean({ title: '可见' })),
  cache: Type.Optional(Type.Boolean({ title: '缓存' })),
  skipCheck: Type.Optional(Type.Boolean({ title: '免校验' })),
};

const Row = strict({
  id: Id,
  parentId: nullable(Id),
  type: MenuType,
  name: Type.String(),
  url: nullable(Type.String()),
  icon: nullable(Type.String()),
  permission: nullable(Type.String()),
  sort: Type.Integer(),
  visible: Type.Boolean(),
  cache: Type.Boolean(),
  skipCheck: Type.Boolean(),
  status: Type.String(),
  version: Type.Integer(),
  /** True: the entry comes from a contract, not from a user. */
  seeded: Type.Boolean(),
  apiCount: Type.Integer(),
  /** Names of the roles that have the entry. */
  roles: Type.Array(Type.String()),
});
export type MenuRow = Static<typeof Row>;
export type MenuTreeNode = MenuRow & { children: MenuTreeNode[] };
const Tree = Type.Unsafe<MenuTreeNode[]>({ type: 'array', items: { type: 'object', additionalProperties: true } });

/** Entry in an export file: without ids, the parent given by key. */
const Entry = strict({
  key: Type.String({ minLength: 1, maxLength: 300, title: '键' }),
  parentKey: nullable(Type.String({ maxLength: 300, title: '上级的键' })),
  ...fields,
  status: Type.Optional(Type.Enum(['enabled', 'disabled'], { title: '状态' })),
  apis: Type.Optional(
    Type.Array(
      strict({
        method: Type.Enum(['GET', 'POST'], { title: '方法' }),
        path: Type.String({ maxLength: 200, title: '路径' }),
      }),
      {
        maxItems: 500,
        title: '接口',
      },
    ),
  ),
});
export type MenuEntryFile = Static<typeof Entry>;

const Version = Type.Integer({ minimum: 1, title: '版本' });
const Changed = strict({ id: Id, version: Type.Integer() });

export const menuApi = {
  getMenuTree: post('/api/menu/getMenuTree', {
    title: '菜单树',
    permission: 'menu:list',
    change: false,
    input: {},
    output: Tree,
  }),
  addMenu: post('/api/menu/addMenu', {
    title: '新增菜单',
    permission: 'menu:edit',
    input: { parentId: Type.Optional(Parent), ...fields },
    output: Changed,
  }),
  editMenu: post('/api/menu/editMenu', {
    title: '编辑菜单',
    permission: 'menu:edit',
    input: {
      id: Id,
      version: Version,
      ...fields,
      type: Type.Optional(MenuType),
      name: Type.Optional(fields.name),
      parentId: Type.Optional(Parent),
    },
    output: Changed,
  }),
  moveMenu: post('/api/menu/moveMenu', {
    title: '移动菜单',
    permission: 'menu:edit',
    input: {
      id: Id,
      parentId: Type.Optional(Parent),
      /** Index among the entries of the new parent, from 0; past the end: the last. */
      index: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, title: '位置' })),
    },
    output: Changed,
  }),
  updateMenuStatus: post('/api/menu/updateMenuStatus', {
    title: '启用或停用菜单',
    permission: 'menu:edit',
    input: { id: Id, status: Type.Enum(['enabled', 'disabled'], { title: '状态' }) },
    output: Changed,
  }),
  deleteMenu: post('/api/menu/deleteMenu', {
    title: '删除菜单',
    permission: 'menu:edit',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true, title: '菜单' }) },
    output: NoData,
  }),
  exportMenu: post('/api/menu/exportMenu', {
    title: '导出菜单',
    permission: 'menu:list',
    input: {},
    output: strict({ entries: Type.Array(Entry) }),
  }),
  importMenu: post('/api/menu/importMenu', {
    title: '导入菜单',
    permission: 'menu:edit',
    input: {
      entries: Type.Array(Entry, { minItems: 1, maxItems: 2000, title: '菜单' }),
      /** Returns the changes without writing them. */
      preview: Type.Optional(Type.Boolean({ title: '只预览' })),
    },
    output: strict({ added: Type.Array(Type.String()), changed: Type.Array(Type.String()), same: Type.Integer() }),
  }),
};

export const feature: Feature = {
  title: '菜单',
  labels: {
    'menu.type': menuTypes,
  },
  endpoints: menuApi,
  screens: [
    {
      path: '/system/menu',
      title: '菜单',
      icon: 'menu',
      group: '系统管理',
      sort: 92,
      component: 'MenuScreen',
      permission: { key: 'menu:list', title: '查看菜单', roles: [] },
      buttons: [{ key: 'menu:edit', title: '编辑菜单', roles: [] }],
    },
  ],
};
