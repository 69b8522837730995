import { equipmentStates, keysOf } from '#shared/codes.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

export const Reason = Type.String({ pattern: '\\S', minLength: 1, maxLength: 500, title: '原因', msg: '请填写原因' });

const StateChange = strict({
  id: Id,
  at: Instant,
  from: Type.Enum(keysOf(equipmentStates)),
  state: Type.Enum(keysOf(equipmentStates)),
  reason: Type.String(),
  /** Null: the product itself, triggered by a device message. */
  byName: nullable(Type.String()),
});

const Point = strict({ at: Instant, value: Type.Number() });

/** Calls about one device: its state, its secret, and the values that it has reported. */
export const recordApi = {
  updateEquipmentState: post('/api/equipment/updateEquipmentState', {
    title: '变更设备状态',
    permission: 'equipment:edit',
    input: { id: Id, state: Type.Enum(keysOf(equipmentStates), { title: '状态' }), reason: Reason },
    output: NoData,
  }),
  getStateChangeList: list('/api/equipment/getStateChangeList', {
    title: '设备状态变更记录',
    permission: 'equipment:list',
    filters: { equipmentId: Id },
    sort: ['at'],
    row: StateChange,
  }),
  resetEquipmentSecret: post('/api/equipment/resetEquipmentSecret', {
    title: '重置设备密钥',
    permission: 'equipment:edit',
    input: { id: Id },
    output: strict({ secret: Type.String({ description: 'shown once' }) }),
  }),
  /** Stored levels of the last days, oldest first; on days with many levels the last of each hour. */
  getEquipmentCourse: post('/api/equipment/getEquipmentCourse', {
    title: '设备电量与信号曲线',
    permission: 'equipment:list',
    change: false,
    input: { id: Id, days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, title: '天数' })) },
    output: strict({ battery: Type.Array(Point), signal: Type.Array(Point) }),
  }),
  /** Newest value of each measured kind within 30 days. */
  getEquipmentData: post('/api/equipment/getEquipmentData', {
    title: '设备测量数据',
    permission: 'archive:list',
    input: { id: Id },
    output: Type.Array(strict({ id: Type.String(), kind: Type.String(), value: Type.Number(), at: Instant })),
  }),
};
