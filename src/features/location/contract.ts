import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '定位',
  endpoints: {},
  screens: [
    {
      path: '/location/list',
      title: '定位',
      icon: 'map-pin',
      group: '值守',
      sort: 11,
      planned: '老人设备的位置、轨迹与电子围栏。',
      permission: { key: 'location:list', title: '查看定位', roles: ['area', 'leader', 'operator'] },
    },
    {
      path: '/location/app',
      title: 'APP 定位',
      icon: 'map',
      group: '值守',
      sort: 12,
      planned: '家属、老人和护理员手机上报的位置，须本人授权。',
      permission: { key: 'location:app', title: '查看 APP 定位', roles: ['area', 'leader'] },
    },
  ],
};
