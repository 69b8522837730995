import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '评估',
  endpoints: {},
  screens: [
    {
      path: '/healthy/assessment',
      title: '评估',
      icon: 'clipboard',
      group: '健康',
      sort: 41,
      planned: '老年人能力评估等量表：填写、审核、等级与有效期。',
      permission: { key: 'assessment:list', title: '查看评估', roles: ['health', 'assessor'] },
    },
  ],
};
