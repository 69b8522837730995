import { protocols } from '#features/model/contract.ts';
import { returnConditions, stockMoves } from '#shared/codes.ts';
import { Id, Instant, nullable, strict } from '#shared/endpoint.ts';
import type { Feature, PermissionDef } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';
import { bindingApi } from '#features/binding/contract.ts';
import { commandAddress, commandApi } from '#features/equipmentCommand/contract.ts';
import { entryApi, equipment } from './contract/entry.ts';
import { labelApi } from '#features/label/contract.ts';
import { logApi } from '#features/equipmentLog/contract.ts';
import { stockApi } from '#features/stock/contract.ts';
import { testApi } from '#features/equipmentTest/contract.ts';

export { commandAddress };

/** Device as the desk shows it. */
export const DeviceCard = strict({
  id: Id,
  sn: Type.String(),
  name: Type.String(),
  modelName: Type.String(),
  kind: Type.String(),
  position: nullable(Type.String()),
  online: Type.String(),
  battery: nullable(Type.Integer()),
  signal: nullable(Type.Integer()),
  lastSeenAt: nullable(Instant),
  canCall: Type.Boolean(),
  number: nullable(Type.String()),
});

/** State of a device when its alarm was raised. */
export const DeviceThen = strict({
  name: Type.String(),
  model: Type.String(),
  wearer: nullable(Type.String()),
  online: nullable(Type.Boolean()),
  battery: nullable(Type.Integer()),
  signal: nullable(Type.Integer()),
});

export const LastPosition = strict({
  lat: Type.Number(),
  lng: Type.Number(),
  accuracy: nullable(Type.Number()),
  source: Type.String(),
  at: Instant,
  /** Device that reported the position. */
  equipmentId: nullable(Id),
  address: nullable(Type.String()),
});

/** Second address that used a device's number while the first was active: its range, and the position it reported. */
export const OtherPosition = strict({
  /** 203.0.113.0/24. */
  range: nullable(Type.String()),
  place: nullable(strict({ lat: Type.Number(), lng: Type.Number(), accuracy: nullable(Type.Number()), at: Instant })),
});

export const equipmentApi = {
  ...entryApi,
  ...labelApi,
  ...bindingApi,
  ...stockApi,
  ...testApi,
  ...logApi,
  ...commandApi,
};

const looks: PermissionDef = {
  ...{ key: 'equipment:list', title: '查看设备' },
  roles: ['engineer', 'area', 'leader', 'operator'],
};
/** Hidden menu entry below the equipment screen, with its permission. */
const below = { icon: 'list', group: '设备', sort: 50, hidden: true, permission: looks } as const;

export const feature: Feature = {
  title: '设备',
  labels: {
    'equipment_identifier.protocol': protocols,
    'stock_move.kind': stockMoves,
    'stock_move.condition': returnConditions,
  },
  endpoints: equipmentApi,
  resource: equipment,
  screens: [
    {
      path: '/equipment/list',
      title: '设备',
      icon: 'watch',
      group: '设备',
      sort: 50,
      component: 'EquipmentScreen',
      tabs: { '/equipment/list': '设备' },
      wide: true,
      permission: looks,
      buttons: [
        { key: 'equipment:edit', title: '新增与绑定设备', roles: ['engineer', 'area'] },
        { key: 'equipment:command', title: '下发指令', roles: ['engineer', 'area', 'leader', 'operator'] },
        { key: 'equipment:delete', title: '删除设备', roles: ['engineer', 'area'] },
        { key: 'equipment:import', title: '导入设备', roles: ['engineer', 'area'] },
        { key: 'equipment:export', title: '导出设备', roles: ['engineer', 'area'] },
        { key: 'equipment:report', title: '登记维修', roles: ['engineer', 'area', 'leader', 'operator'] },
        { key: 'equipment:test', title: '现场测试', roles: ['engineer', 'area', 'leader', 'operator'] },
      ],
    },
    {
      ...below,
      ...{ path: '/equipment/list/repair', title: '维修', component: 'RepairScreen' },
      tabs: { '/equipment/list/repair': '维修' },
    },
    {
      ...below,
      ...{ path: '/equipment/list/sim', title: '流量卡', component: 'SimScreen' },
      tabs: { '/equipment/list/sim': '流量卡' },
    },
    {
      ...below,
      ...{ path: '/equipment/list/stock', title: '出入库与借还', component: 'StockScreen' },
      tabs: { '/equipment/list/stock': '出入库' },
    },
    {
      ...below,
      ...{ path: '/equipment/list/trial', title: '试按', component: 'TrialScreen' },
      tabs: { '/equipment/list/trial': '试按' },
    },
    {
      path: '/equipment/log',
      title: '设备日志',
      icon: 'list',
      group: '设备',
      sort: 52,
      component: 'LogScreen',
      tabs: { '/equipment/log/unknown': '未知设备' },
      permission: { key: 'equipment:log', title: '查看设备日志', roles: ['engineer'] },
      buttons: [{ key: 'equipment:redecode', title: '重新解析', roles: ['engineer'] }],
    },
  ],
};
