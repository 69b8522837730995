import { Reason } from '#features/equipment/contract.ts';
import { keysOf, testKinds } from '#shared/codes.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const Confirm = Type.Optional(Type.Boolean({ title: '已确认' }));

const BindingRow = strict({
  id: Id,
  /** Null, like all other fields of the device, if the viewer may not view the device. */
  equipmentId: nullable(Id),
  sn: nullable(Type.String()),
  equipmentName: nullable(Type.String()),
  /** Null if the viewer may not view the customer. */
  customerId: nullable(Id),
  customerName: nullable(Type.String()),
  position: nullable(Type.String()),
  installedAt: Instant,
  installer: nullable(Type.String()),
  photoFileId: nullable(Id),
  boundAt: Instant,
  boundBy: nullable(Type.String({ description: 'name' })),
  testKind: Type.Enum(keysOf(testKinds)),
  testedAt: nullable(Instant),
  testedBy: nullable(Type.String({ description: 'name' })),
  /** Reason why the device could not be tested. */
  testNote: nullable(Type.String()),
  unboundAt: nullable(Instant),
  unboundBy: nullable(Type.String({ description: 'name' })),
  /** Reason for unbinding. */
  reason: nullable(Type.String()),
});

export const bindingApi = {
  bindEquipment: post('/api/equipment/bindEquipment', {
    title: '绑定设备',
    permission: 'equipment:edit',
    input: {
      id: Id,
      customerId: Type.String({ ...Id, title: '客户', msg: '请选择客户' }),
      /** New name; default: unchanged. */
      name: Type.Optional(
        Type.String({ pattern: '\\S', minLength: 1, maxLength: 50, title: '设备名称', msg: '请填写设备名称' }),
      ),
      position: Type.String({ pattern: '\\S', minLength: 1, maxLength: 50, title: '安装位置', msg: '请填写安装位置' }),
      installedAt: Type.String({ ...Instant, title: '安装时间' }),
      /** Default: the viewer. */
      installer: Type.Optional(Type.String({ minLength: 1, maxLength: 50, title: '安装人' })),
      photoFileId: Type.Optional(Type.String({ ...Id, title: '照片' })),
      lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, title: '纬度' })),
      lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180, title: '经度' })),
      /** The installer attests that the device works; the alternative is a test window. */
      tested: Type.Optional(Type.Boolean({ title: '安装人确认' })),
      testNote: Type.Optional(Type.String({ maxLength: 200, title: '不能实测的原因' })),
      /** Reason to unbind the current customer first; without it a bound device is refused. */
      unbindReason: Type.Optional(
        Type.String({ pattern: '\\S', minLength: 1, maxLength: 500, title: '解绑原因', msg: '请填写解绑原因' }),
      ),
      /** Last day of a loan, in the time zone of the project; default: no loan. */
      dueDate: Type.Optional(Type.String({ format: 'date', title: '应还日期' })),
      confirm: Confirm,
    },
    output: NoData,
  }),
  unbindEquipment: post('/api/equipment/unbindEquipment', {
    title: '解绑设备',
    permission: 'equipment:edit',
    input: { id: Id, reason: Reason, confirm: Confirm },
    output: NoData,
  }),
  replaceEquipment: post('/api/equipment/replaceEquipment', {
    title: '更换设备',
    permission: 'equipment:edit',
    input: {
      id: Id,
      /** A scanner may send the IMEI of a known device instead. */
      newSn: Type.String({
        pattern: '^[A-Za-z0-9_-]{6,32}$',
        title: '新设备编号',
        msg: '设备编号为6至32位字母、数字、横线或下划线',
      }),
      reason: Reason,
      confirm: Confirm,
    },
    /** Id of the new device; the secret, if it was registered with one, is returned only here. */
    output: strict({ id: Id, secret: nullable(Type.String()) }),
  }),
  getBindingList: list('/api/equipment/getBindingList', {
    title: '绑定记录',
    permission: 'equipment:list',
    filters: { equipmentId: Type.Optional(Id), customerId: Type.Optional(Id) },
    sort: ['boundAt'],
    row: BindingRow,
  }),
  uploadBindingPhoto: post('/api/equipment/uploadBindingPhoto', {
    title: '上传安装照片',
    permission: 'equipment:edit',
    input: {},
    upload: true,
    output: strict({ fileId: Id }),
  }),
};

/** Bindings are shown on a device's page; their dialogs open over any page. */
export const feature: Feature = { title: '设备', module: 'equipment', endpoints: bindingApi, screens: [] };
