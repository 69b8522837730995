import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '菜单',
  endpoints: {},
  screens: [
    {
      path: '/system/menu',
      title: '菜单',
      icon: 'menu',
      group: '系统管理',
      sort: 92,
      planned: '菜单树：拖动排序，编辑名称、图标、地址和权限标识。',
      right: { key: 'menu:list', title: '查看菜单', roles: [] },
    },
  ],
};
