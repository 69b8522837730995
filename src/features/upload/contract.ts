import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '数据上报',
  endpoints: {},
  screens: [
    {
      path: '/platform/data_upload',
      title: '数据上报',
      icon: 'upload',
      group: '平台',
      sort: 72,
      planned: '向主管平台上报：批次、预检、回执与失败重试。',
      permission: { key: 'upload:list', title: '查看数据上报', roles: ['reporter'] },
    },
  ],
};
