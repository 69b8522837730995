import { Id, Instant, Nothing, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

const Reason = Type.String({ minLength: 1, maxLength: 500, title: '原因' });

/** Calls about whose a device is. */
export const bindingApi = {
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
};
