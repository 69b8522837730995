import { protocols } from '#features/model/contract.ts';
import { Id, Instant, nullable, strict } from '#shared/endpoint.ts';
import type { Feature, PermissionDef } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';
import { entryApi, equipment, equipmentFilters } from './contract/entry.ts';
import { Reason, recordApi } from './contract/record.ts';

export { equipment, equipmentFilters, Reason };

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

export const equipmentApi = { ...entryApi, ...recordApi };

const looks: PermissionDef = {
  ...{ key: 'equipment:list', title: '查看设备' },
  roles: ['engineer', 'area', 'leader', 'operator'],
};
/** Part of a screen below the equipment screen, with its permission and without a menu entry. */
export const equipmentTab = { icon: 'list', group: '设备', sort: 50, hidden: true, permission: looks } as const;

export const feature: Feature = {
  title: '设备',
  labels: {
    'equipment_identifier.protocol': protocols,
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
  ],
};
