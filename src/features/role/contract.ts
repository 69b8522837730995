import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '角色',
  endpoints: {},
  screens: [
    {
      path: '/role/list',
      title: '角色',
      icon: 'shield',
      group: '系统管理',
      sort: 91,
      planned: '角色的菜单、按钮与数据范围，谁有这个角色，以及复制。',
      right: { key: 'role:list', title: '查看角色', roles: [] },
    },
  ],
};
