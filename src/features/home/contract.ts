import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '首页',
  endpoints: {},
  screens: [
    {
      path: '/index',
      title: '首页',
      icon: 'home',
      group: '首页',
      sort: 0,
      planned: '工作台：待处理告警、我的处理中、班次、今日统计、待回访与离线设备。',
    },
  ],
};
