import { keysOf, onlineStates } from '#shared/codes.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** Whether what a gateway names is a child of it, of nobody yet, or registered elsewhere. */
export const knownStates = { registered: '已登记', new: '新发现', elsewhere: '登记在别处' } as const;
/** State that the gateway reports; it refreshes no child. */
export const reportedStates = { online: '在线', offline: '离线' } as const;

const Wire = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S', title: '号码' });
const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true, title: '子设备' });
const Reason = Type.String({ pattern: '\\S', minLength: 1, maxLength: 500, title: '原因', msg: '请填写原因' });
const counted = strict({ count: Type.Integer() });

/** Child of a gateway. Of one that is registered elsewhere, out of the viewer's scope, nothing but the number is named. */
const Child = strict({
  /** Its number. */
  id: Type.String(),
  known: Type.Enum(keysOf(knownStates)),
  number: Type.String(),
  /** Name in topics. */
  wireName: nullable(Type.String()),
  vendor: nullable(Type.String()),
  model: nullable(Type.String()),
  kind: nullable(Type.String()),
  power: nullable(Type.String()),
  /** Percent. */
  signal: nullable(Type.Integer()),
  reported: nullable(Type.Enum(keysOf(reportedStates))),
  lastSeenAt: nullable(Instant),
  /** Null: not registered here. */
  online: nullable(Type.Enum(keysOf(onlineStates))),
  battery: nullable(Type.Integer()),
  equipmentId: nullable(Id),
  equipmentName: nullable(Type.String()),
  sn: nullable(Type.String()),
  /** Kind of the device's model. */
  deviceKind: nullable(Type.String()),
  modelName: nullable(Type.String()),
  position: nullable(Type.String()),
  /** Gateway at which the device is registered. */
  gatewayName: nullable(Type.String()),
  customerId: nullable(Id),
  customerName: nullable(Type.String()),
  /** Code of the model that fits what a new one exposes. */
  proposed: nullable(Type.String()),
  /** Why the gateway could not register it by itself. */
  refused: nullable(Type.String()),
  /** Messages of an unregistered number, in the time that they are stored, and the alarms among them. */
  times: nullable(Type.Integer()),
  alarms: Type.Array(Type.String()),
  /** Share of missing messages, 0 to 1; null without a serial in the format. */
  loss: nullable(Type.Number()),
});

/** Child in the picture of a gateway. */
const Node = strict({
  id: Id,
  name: Type.String(),
  kind: Type.String(),
  position: nullable(Type.String()),
  online: Type.Enum(keysOf(onlineStates)),
  signal: nullable(Type.Integer()),
  battery: nullable(Type.Integer()),
  lastSeenAt: nullable(Instant),
  customerName: nullable(Type.String()),
});

/** Calls about the children of a gateway. */
export const childApi = {
  getChildList: list('/api/gateway/getChildList', {
    title: '网关子设备列表',
    permission: 'gateway:list',
    filters: {
      gatewayId: Id,
      known: Type.Optional(Type.Array(Type.Enum(keysOf(knownStates)), { maxItems: 3, title: '登记' })),
      online: Type.Optional(Type.Array(Type.Enum(keysOf(onlineStates)), { maxItems: 5, title: '在线' })),
    },
    sort: ['number', 'lastSeenAt', 'signal', 'battery'],
    row: Child,
  }),
  /** All registered children, at most 500: those that are heard worst first; `count`: their number. */
  getGatewayTopology: post('/api/gateway/getGatewayTopology', {
    title: '网关拓扑',
    permission: 'gateway:list',
    change: false,
    input: { id: Id },
    output: strict({ count: Type.Integer(), children: Type.Array(Node) }),
  }),
  addChild: post('/api/gateway/addChild', {
    title: '登记子设备',
    permission: 'gateway:edit',
    input: {
      gatewayId: Id,
      number: Wire,
      model: Type.String({ minLength: 1, maxLength: 50, title: '型号' }),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 50, title: '设备名称' })),
      position: Type.Optional(Type.String({ maxLength: 50, title: '安装位置' })),
      customerId: Type.Optional(Id),
    },
    output: strict({ id: Id }),
  }),
  /** All or none. 409 with who and when if another user has moved one of them since. */
  moveChild: post('/api/gateway/moveChild', {
    title: '移动子设备',
    permission: 'gateway:edit',
    input: {
      ids: Ids,
      /** Null: none. */
      gatewayId: nullable(Id),
      /** Gateway at which the page shows them. */
      from: Type.Optional(nullable(Type.String({ ...Id, title: '原网关' }))),
      reason: Reason,
    },
    output: counted,
  }),
  removeChild: post('/api/gateway/removeChild', {
    title: '移除子设备',
    permission: 'gateway:edit',
    input: { ids: Ids, reason: Reason },
    output: counted,
  }),
  openScan: post('/api/gateway/openScan', {
    title: '打开入网',
    permission: 'gateway:edit',
    input: { id: Id, seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 254, title: '秒数' })) },
    output: strict({ until: Instant }),
  }),
  closeScan: post('/api/gateway/closeScan', {
    title: '关闭入网',
    permission: 'gateway:edit',
    input: { id: Id },
    output: NoData,
  }),
};
