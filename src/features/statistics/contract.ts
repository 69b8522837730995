import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '统计',
  endpoints: {},
  screens: [
    {
      path: '/statistical/layout_statistics',
      title: '布点统计',
      icon: 'bar-chart',
      group: '平台',
      sort: 70,
      planned: '老人、设备与网关在各区域的覆盖、在线与安装情况。',
      permission: { key: 'statistics:list', title: '查看布点统计', roles: ['area', 'leader', 'viewer'] },
    },
  ],
};
