import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '体检',
  endpoints: {},
  screens: [
    {
      path: '/healthy/physicals',
      title: '体检',
      icon: 'stethoscope',
      group: '健康',
      sort: 43,
      planned: '年度体检：录入、导入、异常项与历年对比。',
      permission: { key: 'physical:list', title: '查看体检', roles: ['health'] },
    },
  ],
};
