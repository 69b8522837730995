import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '睡眠数据',
  endpoints: {},
  screens: [
    {
      path: '/healthy/sleep_data',
      title: '睡眠数据',
      icon: 'moon',
      group: '健康',
      sort: 42,
      planned: '每晚的在床、睡眠分期、心率与呼吸。',
      permission: { key: 'sleep:list', title: '查看睡眠数据', roles: ['health'] },
    },
  ],
};
