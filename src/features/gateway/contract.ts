import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '网关',
  endpoints: {},
  screens: [
    {
      path: '/equipment/gateway',
      title: '网关',
      icon: 'router',
      group: '设备',
      sort: 51,
      planned: '网关与它的子设备：在线、信号与拓扑。',
      permission: { key: 'gateway:list', title: '查看网关', roles: ['engineer'] },
    },
  ],
};
