import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '健康档案',
  endpoints: {},
  screens: [
    {
      path: '/healthy/archives',
      title: '健康档案',
      icon: 'file-heart',
      group: '健康',
      sort: 40,
      planned: '既往史、用药、过敏与体征，一页看清一位老人。',
      permission: { key: 'archive:list', title: '查看健康档案', roles: ['health'] },
      buttons: [
        { key: 'archive:edit', title: '编辑健康档案', roles: ['health'] },
        { key: 'reading:add', title: '录入体征', roles: ['health'] },
        { key: 'reading:void', title: '撤回体征', roles: ['health'] },
      ],
    },
  ],
};
