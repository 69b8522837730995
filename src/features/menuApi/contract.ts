import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '菜单接口',
  endpoints: {},
  screens: [
    {
      path: '/system/menu_api',
      title: '菜单接口',
      icon: 'plug',
      group: '系统管理',
      sort: 93,
      planned: '每个菜单和按钮能调用哪些接口，哪些接口还没有归属。',
      right: { key: 'menuApi:list', title: '查看菜单接口', roles: [] },
    },
  ],
};
