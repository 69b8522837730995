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

/** Calls about the state and the secret of a device. */
export const changeApi = {
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
};
