import type { Feature } from '#shared/feature.ts';

export const feature: Feature = {
  title: '大屏',
  endpoints: {},
  screens: [
    {
      path: '/large_screen_monitoring/data',
      title: '数据监测大屏',
      icon: 'monitor',
      group: '平台',
      sort: 71,
      planned: '区域总览：服务老人、设备在线、今日告警与处置。',
      hidden: true,
    },
    {
      path: '/large_screen_monitoring/care_center',
      title: '照护中心大屏',
      icon: 'monitor',
      group: '平台',
      sort: 71,
      planned: '值班室墙面：房间状态、正在处理的告警与夜间睡眠。',
      hidden: true,
    },
  ],
};
