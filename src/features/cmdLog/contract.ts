import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '命令日志',
  endpoints: {},
  screens: [
    {
      path: '/system/cmd_log',
      title: '命令日志',
      icon: 'scroll',
      group: '系统管理',
      sort: 96,
      planned: '谁在何时从哪里做了什么，改了哪些字段，以及登录记录。',
      right: { key: 'cmdLog:list', title: '查看命令日志', roles: [] },
    },
  ],
};
