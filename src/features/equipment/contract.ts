import { equipmentStates, keysOf, onlineStates } from '#shared/codes.ts';
import { Id, Instant, list, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const Sn = Type.String({
  pattern: '^[A-Za-z0-9_-]{6,32}$',
  title: '设备编号',
  msg: '设备编号为6至32位字母、数字、横线或下划线',
});
const Reason = Type.String({ minLength: 1, maxLength: 500, title: '原因' });

const EquipmentRow = strict({
  id: Id,
  sn: Type.String(),
  model: Type.String(),
  kind: Type.String(),
  name: Type.String(),
  state: Type.Enum(keysOf(equipmentStates)),
  online: Type.Enum(keysOf(onlineStates)),
  offlineSince: nullable(Instant),
  battery: nullable(Type.Integer()),
  signal: nullable(Type.Integer()),
  customerId: nullable(Id),
  customerName: nullable(Type.String()),
  projectId: Id,
  departmentId: Id,
  position: nullable(Type.String()),
  lastSeenAt: nullable(Instant),
  lastDataAt: nullable(Instant),
  /** When it last sent more in an hour than is stored of one device. */
  overQuotaAt: nullable(Instant),
  version: Type.Integer(),
});

const Identifiers = Type.Array(
  strict({
    protocol: Type.String({ pattern: '^[a-z0-9:_-]{1,40}$', title: '协议' }),
    number: Type.String({ minLength: 1, maxLength: 64, title: '号码' }),
  }),
  { maxItems: 10, title: '识别号' },
);

/** A device as the desk shows it. */
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

/** How a device stood when its alarm was raised. */
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
  /** The device that was there. */
  equipmentId: nullable(Id),
  address: nullable(Type.String()),
});

/** Another address used a device's number while the first was alive: its range, and where it says to be. */
export const OtherPosition = strict({
  /** 203.0.113.0/24. */
  range: nullable(Type.String()),
  place: nullable(strict({ lat: Type.Number(), lng: Type.Number(), accuracy: nullable(Type.Number()), at: Instant })),
});

export const equipmentApi = {
  getEquipmentList: list('/api/equipment/getEquipmentList', {
    title: '设备列表',
    permission: 'equipment:list',
    filters: {
      sn: Type.Optional(Type.String({ maxLength: 32, title: '设备编号' })),
      state: Type.Optional(Type.Array(Type.Enum(keysOf(equipmentStates)), { maxItems: 8, title: '状态' })),
      customerId: Type.Optional(Id),
      projectId: Type.Optional(Id),
    },
    sort: ['sn', 'name', 'lastSeenAt', 'createdAt'],
    row: EquipmentRow,
  }),
  addEquipment: post('/api/equipment/addEquipment', {
    title: '新增设备',
    permission: 'equipment:edit',
    input: {
      sn: Sn,
      model: Type.String({ minLength: 1, maxLength: 50, title: '型号' }),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 50, title: '名称' })),
      customerId: Type.Optional(Id),
      gatewayId: Type.Optional(Id),
      projectId: Type.Optional(Id),
      departmentId: Type.Optional(Id),
      imei: Type.Optional(Type.String({ pattern: '^\\d{15}$', title: 'IMEI', msg: 'IMEI须为15位数字' })),
      mac: Type.Optional(
        Type.String({ pattern: '^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$', title: 'MAC', msg: 'MAC格式不正确' }),
      ),
      iccid: Type.Optional(
        Type.String({ pattern: '^8986[0-9A-Za-z]{15,16}$', title: 'ICCID', msg: 'ICCID格式不正确' }),
      ),
      number: Type.Optional(Type.String({ pattern: '^[0-9+-]{3,20}$', title: 'SIM 号', msg: '号码格式不正确' })),
      position: Type.Optional(Type.String({ maxLength: 50, title: '安装位置' })),
      identifiers: Type.Optional(Identifiers),
    },
    output: strict({ id: Id, secret: nullable(Type.String({ description: 'shown once' })) }),
  }),
  bindEquipment: post('/api/equipment/bindEquipment', {
    title: '绑定设备',
    permission: 'equipment:edit',
    input: {
      id: Id,
      customerId: Id,
      position: Type.Optional(Type.String({ maxLength: 50, title: '安装位置' })),
      installedAt: Type.Optional(Instant),
      tested: Type.Optional(Type.Boolean({ title: '现场测试' })),
    },
    output: Nothing,
  }),
  unbindEquipment: post('/api/equipment/unbindEquipment', {
    title: '解绑设备',
    permission: 'equipment:edit',
    input: { id: Id, reason: Reason },
    output: Nothing,
  }),
  resetEquipmentSecret: post('/api/equipment/resetEquipmentSecret', {
    title: '重置设备密钥',
    permission: 'equipment:edit',
    input: { id: Id },
    output: strict({ secret: Type.String({ description: 'shown once' }) }),
  }),
  /** Nothing is stored: an engineer tries a frame out. */
  decodeFrame: post('/api/equipment/decodeFrame', {
    title: '试解析报文',
    permission: 'equipment:log',
    change: false,
    input: {
      protocol: Type.String({ pattern: '^[a-z0-9]+(:[a-z0-9_-]+)?$', maxLength: 60, title: '协议' }),
      frame: Type.String({ minLength: 1, maxLength: 262_144, title: '报文' }),
      encoding: Type.Enum(['hex', 'text', 'json'], { title: '编码' }),
      topic: Type.Optional(Type.String({ maxLength: 200, title: '主题' })),
      model: Type.Optional(Type.String({ maxLength: 50, title: '型号' })),
      session: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Record(Type.String(), Type.Unknown())])),
    },
    output: strict({
      messages: Type.Array(Type.Object({ kind: Type.String(), number: Type.String() }, { additionalProperties: true })),
      replies: Type.Array(Type.String()),
      errors: Type.Array(Type.String()),
    }),
  }),
};

export const feature: Feature = {
  title: '设备',
  endpoints: equipmentApi,
  screens: [
    {
      path: '/equipment/list',
      title: '设备',
      icon: 'watch',
      group: '设备',
      sort: 50,
      planned: '定位手表、按钮、睡眠带等设备：绑定、电量、在线与指令。',
      right: { key: 'equipment:list', title: '查看设备', roles: ['engineer', 'area', 'leader', 'operator'] },
      buttons: [{ key: 'equipment:edit', title: '新增与绑定设备', roles: ['engineer', 'area'] }],
    },
    {
      path: '/equipment/log',
      title: '设备日志',
      icon: 'list',
      group: '设备',
      sort: 52,
      planned: '设备的每一条上行与下行消息，原文与解析并排。',
      right: { key: 'equipment:log', title: '查看设备日志', roles: ['engineer'] },
    },
  ],
};
