import type { Feature } from '#shared/feature.ts';

/** Screen of the warns with its list; the other features of warns bring their endpoints. */
export const feature: Feature = {
  title: '告警',
  endpoints: {},
  screens: [
    {
      path: '/warn/sos',
      title: 'SOS 告警',
      icon: 'siren',
      group: '值守',
      sort: 10,
      component: 'SosScreen',
      wide: true,
      shortTitle: '告警',
      permission: {
        key: 'warn:list',
        title: '查看告警',
        roles: ['area', 'leader', 'operator', 'engineer', 'health', 'viewer'],
      },
      buttons: [
        { key: 'warn:claim', title: '接警与处理', roles: ['area', 'leader', 'operator', 'engineer'] },
        { key: 'warn:export', title: '导出告警', roles: ['area', 'leader'] },
        { key: 'warn:add', title: '登记告警', roles: ['area', 'leader', 'operator'] },
        { key: 'warn:lead', title: '班长审批与重开', roles: ['area', 'leader'] },
        { key: 'warn:judge', title: '核实误报、批量处理与演练', roles: ['area', 'leader'] },
        { key: 'warn:share', title: '分享处置单', roles: ['area', 'leader'] },
        { key: 'warn:device', title: '设备类告警', roles: ['engineer', 'leader'] },
      ],
    },
  ],
};
