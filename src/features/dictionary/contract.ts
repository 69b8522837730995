import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '字典',
  endpoints: {},
  screens: [
    {
      path: '/dictionary/tree',
      title: '字典',
      icon: 'book',
      group: '系统管理',
      sort: 95,
      planned: '各类选项与参数：标签、颜色、排序、启停。',
      right: { key: 'dictionary:list', title: '查看字典', roles: [] },
    },
  ],
};
