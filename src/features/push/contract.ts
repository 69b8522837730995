import type { Feature } from '#shared/feature.ts';
import { pushLogApi } from './contract/log.ts';
import { pushSourceApi } from './contract/source.ts';

export const pushApi = { ...pushLogApi, ...pushSourceApi };

export const feature: Feature = {
  title: '推送',
  labels: {
    'push_source.signature': { hmac: '按内容签名', token: '固定令牌' },
  },
  endpoints: pushApi,
  screens: [
    {
      path: '/equipment/push_log',
      title: '推送日志',
      icon: 'send',
      group: '设备',
      sort: 53,
      component: 'PushLogScreen',
      permission: { key: 'push:log', title: '查看推送日志', roles: ['engineer'] },
      buttons: [
        { key: 'push:replay', title: '重推与忽略', roles: ['engineer'] },
        { key: 'push:edit', title: '编辑推送来源', roles: [], platformWide: true },
      ],
    },
  ],
};
