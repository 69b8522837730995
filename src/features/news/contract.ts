import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '资讯',
  endpoints: {},
  screens: [
    {
      path: '/manage/news',
      title: '资讯',
      icon: 'newspaper',
      group: '系统管理',
      sort: 81,
      planned: 'APP 与大屏的文章：起草、审核、上线与下线。',
      right: { key: 'news:list', title: '查看资讯', roles: [] },
    },
  ],
};
