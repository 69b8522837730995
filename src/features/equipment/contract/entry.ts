import { equipmentStates, keysOf, onlineStates } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

const Sn = Type.String({
  pattern: '^[A-Za-z0-9_-]{6,32}$',
  title: '设备编号',
  msg: '设备编号为6至32位字母、数字、横线或下划线',
});
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

/** Calls about the devices there are. */
export const entryApi = {
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
};
