import type { Room } from '#shared/room.ts';

export const room: Room = {
  title: '部门',
  endpoints: {},
  screens: [
    {
      path: '/department/tree',
      title: '部门',
      icon: 'network',
      group: '系统管理',
      sort: 94,
      planned: '组织与区域树：新增、移动、合并、停用，数据范围由它决定。',
      right: { key: 'department:list', title: '查看部门', roles: [] },
    },
  ],
};
