import { Id, list, Nothing, post, strict } from '#shared/endpoint.ts';
import type { Room } from '#shared/room.ts';
import { Type } from '#shared/typebox.ts';

const Method = Type.Enum(['GET', 'POST'], { title: '方法' });
const Path = Type.String({ pattern: '^/api/[A-Za-z0-9/_-]{1,150}$', title: '路径', msg: '路径须以 /api/ 开头' });
const Endpoints = Type.Array(strict({ method: Method, path: Path }), { minItems: 1, maxItems: 500, title: '接口' });
const Menu = Type.String({ ...Id, title: '菜单', msg: '请选择菜单' });

const Row = strict({
  /** `POST /api/…`: an endpoint has no number. */
  id: Type.String(),
  method: Type.String(),
  path: Type.String(),
  name: Type.String(),
  module: Type.String(),
  moduleTitle: Type.String(),
  /** `public`, `login` or the key that the code asks for. */
  permission: Type.String(),
  menus: Type.Array(strict({ id: Id, name: Type.String(), type: Type.String(), title: Type.String() })),
  /** Entered in the command log. */
  log: Type.Boolean(),
  /** Takes or shows personal data or secrets. */
  sensitive: Type.Boolean(),
  /** `new`: nobody has looked at it yet; `vanished`: bound, but no longer in the code. */
  state: Type.Enum(['known', 'new', 'vanished']),
});

export const menuApiApi = {
  getMenuApiList: list('/api/menuApi/getMenuApiList', {
    title: '菜单接口列表',
    permission: 'menuApi:list',
    filters: {
      /** Bound to this menu or to anything below it. */
      menuId: Type.Optional(Menu),
      path: Type.Optional(Type.String({ maxLength: 100, title: '路径' })),
      method: Type.Optional(Method),
      bound: Type.Optional(Type.Enum(['none', 'one', 'many'], { title: '绑定' })),
      module: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 100, title: '模块' })),
      state: Type.Optional(Type.Array(Type.Enum(['known', 'new', 'vanished']), { maxItems: 3, title: '状态' })),
      sensitive: Type.Optional(Type.Boolean({ title: '敏感' })),
    },
    sort: ['path', 'name', 'permission'],
    row: Row,
  }),
  bindMenuApi: post('/api/menuApi/bindMenuApi', {
    title: '绑定接口',
    permission: 'menuApi:edit',
    input: { menuId: Menu, endpoints: Endpoints },
    output: Nothing,
  }),
  unbindMenuApi: post('/api/menuApi/unbindMenuApi', {
    title: '解绑接口',
    permission: 'menuApi:edit',
    input: { menuId: Menu, endpoints: Endpoints },
    output: Nothing,
  }),
  /** Which roles may call it, and through which menu or button. */
  checkMenuApi: post('/api/menuApi/checkMenuApi', {
    title: '检测接口',
    permission: 'menuApi:list',
    change: false,
    input: { method: Method, path: Path },
    output: strict({
      /** Everybody, everybody who is logged in, or those with a role that binds it. */
      open: Type.Enum(['public', 'login', 'role']),
      roles: Type.Array(
        strict({
          id: Id,
          name: Type.String(),
          userCount: Type.Integer(),
          /** Names of the menus that give it; empty for the administrator, who needs none. */
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

export const room: Room = {
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
      right: { key: 'menuApi:list', title: '查看菜单接口', roles: [] },
      buttons: [{ key: 'menuApi:edit', title: '绑定接口', roles: [] }],
    },
  ],
};
