import type { Screen } from '#shared/feature.ts';

/** Screens for handling warns and for the seat board. */
export const screens: readonly Screen[] = [
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
  {
    path: '/warn/sos/seat',
    title: '坐席',
    icon: 'list',
    group: '值守',
    sort: 9,
    component: 'SeatScreen',
    hidden: true,
    permission: { key: 'seat:list', title: '查看坐席', roles: ['area', 'leader'] },
  },
];
