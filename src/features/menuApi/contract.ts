import { keysOf } from '#shared/codes.ts';
import { Id, NoData, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { listResource } from '#shared/resource.ts';
import { computed } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

const Method = Type.Enum(['GET', 'POST'], { title: '方法' });
const Path = Type.String({ pattern: '^/api/[A-Za-z0-9/_-]{1,150}$', title: '路径', msg: '路径须以 /api/ 开头' });
const Endpoints = Type.Array(strict({ method: Method, path: Path }), { minItems: 1, maxItems: 500, title: '接口' });
const Menu = Type.String({ ...Id, title: '菜单', msg: '请选择菜单' });

const states = { known: '已知', new: '新', vanished: '已消失' } as const;

/** Endpoint of the product with the menus and buttons that grant it. */
export const endpoint = listResource('menuApi', '接口', {
  /** Method and path, `POST /api/…`: an endpoint has no number. */
  id: computed(Type.String({ title: '编号' }), { column: false }),
  method: computed(Method, { labels: { GET: 'GET', POST: 'POST' }, filter: 'one', column: { width: 52 } }),
  path: computed(Type.String({ title: '路径' }), { search: true, sort: true, column: { width: 180 } }),
  name: computed(Type.String({ title: '名称' }), { search: true, sort: true, column: { width: 124 } }),
  module: computed(Type.String({ maxLength: 50, title: '模块' }), { filter: 'many', column: false }),
  moduleTitle: computed(Type.String({ title: '模块' }), { search: true, column: { width: 84 } }),
  /** `public`, `login` or the permission key in the code. */
  permission: computed(Type.String({ title: '权限标识' }), { search: true, sort: true, column: { width: 124 } }),
  menus: computed(
    Type.Array(strict({ id: Id, name: Type.String(), type: Type.String(), title: Type.String() }), {
      title: '所属菜单与按钮',
    }),
    { column: { width: 152 } },
  ),
  /** True: calls are recorded in the command log. */
  log: computed(Type.Boolean({ title: '日志' }), { column: { width: 44 } }),
  /** True: the endpoint takes or returns personal data or secrets. */
  sensitive: computed(Type.Boolean({ title: '敏感' }), { filter: 'one', column: { width: 60, noTooltip: true } }),
  /** `new`: not reviewed yet; `vanished`: bound, but no longer in the code. */
  state: computed(Type.Enum(keysOf(states), { title: '状态' }), { labels: states, filter: 'many', column: false }),
});

export const menuApiApi = {
  getMenuApiList: endpoint.list({
    title: '菜单接口列表',
    filters: {
      /** Filters by bindings to this menu or any entry below it. */
      menuId: Type.Optional(Menu),
      path: Type.Optional(Type.String({ maxLength: 100, title: '路径' })),
      bound: Type.Optional(Type.Enum(['none', 'one', 'many'], { title: '绑定' })),
    },
  }),
  bindMenuApi: post('/api/menuApi/bindMenuApi', {
    title: '绑定接口',
    permission: 'menuApi:edit',
    input: { menuId: Menu, endpoints: Endpoints },
    output: NoData,
  }),
  unbindMenuApi: post('/api/menuApi/unbindMenuApi', {
    title: '解绑接口',
    permission: 'menuApi:edit',
    input: { menuId: Menu, endpoints: Endpoints },
    output: NoData,
  }),
  /** Returns the roles that may call an endpoint, and the menus or buttons that grant it. */
  checkMenuApi: post('/api/menuApi/checkMenuApi', {
    title: '检测接口',
    permission: 'menuApi:list',
    change: false,
    input: { method: Method, path: Path },
    output: strict({
      /** Callers: everyone, every logged-in user, bearers of a key, or users with a role that grants the endpoint. */
      open: Type.Enum(['public', 'login', 'family', 'display', 'role']),
      roles: Type.Array(
        strict({
          id: Id,
          name: Type.String(),
          userCount: Type.Integer(),
          /** Names of the menus that grant it; empty for the administrator, who needs none. */
          through: Type.Array(Type.String()),
        }),
      ),
    }),
  }),
  syncMenuApi: post('/api/menuApi/syncMenuApi', {
    title: '从路由同步',
    permission: 'menuApi:edit',
    input: {},
    output: strict({ added: Type.Integer(), removed: Type.Integer(), unbound: Type.Integer() }),
  }),
};

export const feature: Feature = {
  title: '菜单接口',
  endpoints: menuApiApi,
  screens: [
    {
      path: '/system/menu_api',
      title: '菜单接口',
      icon: 'plug',
      group: '系统管理',
      sort: 93,
      component: 'MenuApiScreen',
      permission: { key: 'menuApi:list', title: '查看菜单接口', roles: [] },
      buttons: [{ key: 'menuApi:edit', title: '绑定接口', roles: [] }],
    },
  ],
};
