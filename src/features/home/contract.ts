import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '首页',
  endpoints: {},
  screens: [{ path: '/index', title: '首页', icon: 'home', group: '首页', sort: 0, component: 'HomeScreen' }],
};
