import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '通知公告',
  endpoints: {},
  screens: [
    {
      path: '/manage/notice',
      title: '通知公告',
      icon: 'megaphone',
      group: '系统管理',
      sort: 80,
      planned: '给员工和家属的通知：起草、定时发布、撤回与阅读情况。',
      right: { key: 'notice:list', title: '查看通知公告', roles: [] },
    },
  ],
};
