import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '客户用户',
  labels: { 'customer_user.status': { enabled: '正常', disabled: '停用', cancelled: '已注销' } },
  endpoints: {},
  screens: [
    {
      path: '/customer_user/list',
      title: '客户用户',
      icon: 'smartphone',
      group: '服务对象',
      sort: 31,
      planned: '家属与本人的 APP 账号：关联客户、查看权限、通知与启停。',
      permission: { key: 'customerUser:list', title: '查看客户用户', roles: ['area', 'operator'] },
    },
  ],
};
