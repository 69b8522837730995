import { equipment, equipmentFilters } from '#features/equipment/contract.ts';
import { protocols } from '#features/model/contract.ts';
import { keysOf, type onlineStates } from '#shared/codes.ts';
import { Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

/** Protocols with gateways; that of a gateway decides how it connects. */
export const gatewayProtocols = ['z2m', 'lorawan', 'thingsboard', 'scaip'] as const;

/** Ways of a connection. */
export const ways = { mqtt: 'MQTT 长连接', http: 'HTTP 推送' } as const;
const Way = Type.Enum(keysOf(ways), { title: '网络' });

/** Online states of the children that a figure counts: the filter of the list of devices that shows them. */
export const childStates: Readonly<Record<'childOnline' | 'childOffline', readonly (keyof typeof onlineStates)[]>> = {
  childOnline: ['online', 'sleeping'],
  childOffline: ['offline'],
};

/** Maximum number of children unless set otherwise. */
export const presetChildLimit = 256;
export const presetBaseTopic = 'zigbee2mqtt';

const device = equipment.fields;
const Text = (title: string) => Type.String({ title });
const Count = (title: string) => Type.Integer({ minimum: 0, title });
/** Options of fields in the row of the device, and of those that are computed. */
const ofDevice = { dbColumn: false, import: false } as const;
const read = { ...ofDevice, editable: false } as const;
const reported = { ...read, nullable: true } as const;
/** Neither a column of the list nor exported. */
const unlisted = { column: false, export: false } as const;

const Link = strict(
  { way: Type.Enum(keysOf(ways)), since: nullable(Instant), address: nullable(Type.String()) },
  '连接',
);

/** Gateway as listed, added and edited (domain.md 6.19): a device of kind gateway and what it has more. */
export const gateway = resource('gateway', '网关', {
  name: field(device.name.schema, { ...ofDevice, required: true, sort: true, column: { width: 148, fixed: 'left' } }),
  sn: field(device.sn.schema, {
    ...{ ...ofDevice, required: true, unique: '设备编号已存在', immutable: '登记后不能修改，请更换设备', sort: true },
    column: { width: 136 },
  }),
  mac: field(device.mac.schema, { ...ofDevice, column: { width: 120, hideOrder: 1 } }),
  model: field(device.model.schema, { ...ofDevice, ...unlisted, required: true }),
  modelName: field(Text('型号'), { ...read, column: { width: 148, hideOrder: 8 } }),
  protocol: field(Type.Enum(keysOf(protocols), { title: '协议' }), {
    ...read,
    labels: protocols,
    column: { hidden: true },
  }),
  address: field(Text('IP'), { ...reported, column: { width: 112, hideOrder: 5 } }),
  way: field(Way, { ...reported, labels: ways, column: { width: 64, hideOrder: 4 } }),
  signal: field(device.signal.schema, { ...reported, column: { width: 56, hideOrder: 2 } }),
  childCount: field(Count('子设备'), { ...read, column: { width: 96 } }),
  childOnline: field(Count('在线子设备'), { ...read, column: false }),
  childOffline: field(Count('离线子设备'), { ...read, column: false }),
  software: field(Text('软件'), { ...reported, column: { width: 80, hideOrder: 3 } }),
  position: field(device.position.schema, { ...ofDevice, required: true, nullable: true, column: { width: 96 } }),
  customerId: field(device.customerId.schema, { ...reported, ...unlisted }),
  customerName: field(device.customerName.schema, {
    ...reported,
    column: { title: '客户/场所', width: 88, hideOrder: 7 },
  }),
  projectId: field(device.projectId.schema, { ...read, ...unlisted }),
  projectName: field(device.projectName.schema, { ...read, column: { width: 104, hideOrder: 6 } }),
  departmentId: field(device.departmentId.schema, { ...read, ...unlisted }),
  online: field(device.online.schema, {
    ...{ ...read, labels: device.online.labels, filter: 'many', column: { width: 88 } },
  }),
  offlineSince: field(device.offlineSince.schema, { ...reported, ...unlisted }),
  lastSeenAt: field(Type.String({ ...Instant, title: '最近心跳' }), {
    ...reported,
    sort: true,
    column: { width: 104 },
  }),
  lastDataAt: field(device.lastDataAt.schema, { ...reported, column: { hidden: true } }),
  state: field(device.state.schema, {
    ...{ ...read, labels: device.state.labels, filter: 'many', column: { width: 82 } },
  }),
  /** Median of the last hour: reception minus device time of its children's messages. */
  latencyMs: field(Type.Integer({ title: '延迟（毫秒）' }), { ...reported, column: { hidden: true } }),
  /** Share of its children's messages that are missing, 0 to 1; null without a serial in the format. */
  loss: field(Type.Number({ title: '丢包' }), { ...reported, column: { hidden: true } }),
  /** Null: not connected, for HTTP never heard. */
  link: field(Link, { ...reported, ...unlisted }),
  childLimit: field(
    Type.Integer({
      ...{ minimum: 1, maximum: 10_000, title: '子设备上限', msg: '子设备上限为1至10000' },
    }),
    { defaultValue: presetChildLimit, import: false, column: { hidden: true } },
  ),
  mayCreate: field(Type.Boolean({ title: '可自行登记子设备' }), {
    ...{ defaultValue: false, import: false, column: { hidden: true } },
  }),
  /** Of Zigbee2MQTT. */
  baseTopic: field(
    Type.String({
      ...{ maxLength: 64, pattern: '^[^\\s/+#$]([^\\s+#]*[^\\s/+#])?$', title: '主题前缀' },
      msg: '主题前缀（base topic）不能含空格、+、#，也不能以 / 开头或结尾',
    }),
    { defaultValue: presetBaseTopic, import: false, ...unlisted },
  ),
  kind: field(device.kind.schema, { ...read, ...unlisted, filter: 'many' }),
  imei: field(device.imei.schema, { ...reported, ...unlisted }),
  gatewayId: field(device.gatewayId.schema, { ...reported, ...unlisted }),
  gatewayName: field(device.gatewayName.schema, { ...reported, ...unlisted }),
  battery: field(device.battery.schema, { ...reported, ...unlisted, sort: true }),
  batteryDays: field(device.batteryDays.schema, { ...reported, ...unlisted }),
  /** Without own battery. */
  mains: field(device.mains.schema, { ...read, ...unlisted }),
  overQuotaAt: field(device.overQuotaAt.schema, { ...reported, ...unlisted }),
  firmware: field(device.firmware.schema, { ...reported, ...unlisted }),
  simExpireDate: field(device.simExpireDate.schema, { ...reported, ...unlisted, sort: true }),
  testKind: field(device.testKind.schema, { ...read, ...unlisted, labels: device.testKind.labels, filter: 'many' }),
  remark: field(device.remark.schema, {
    ...ofDevice,
    output: false,
    record: true,
    column: false,
    form: { wide: true },
  }),
});

const getGatewayList = gateway.list({
  filters: {
    ...equipmentFilters,
    protocol: Type.Optional(Type.Array(Type.Enum(gatewayProtocols), { maxItems: 4, title: '协议' })),
    /** With a child that is offline. */
    childOffline: Type.Optional(Type.Boolean({ title: '有离线子设备' })),
  },
});

/** Gateway with all fields. */
const FullGateway = strict({
  id: Id,
  ...gateway.recordProps,
  departmentName: Type.String(),
  capabilities: Type.Array(Type.String()),
  activatedAt: nullable(Instant),
  /** Its kind has a scan for new children. */
  canScan: Type.Boolean(),
  /** End of the open scan. */
  scanUntil: nullable(Instant),
  createdAt: Instant,
  version: Type.Integer(),
});

const Secret = Type.String({ description: 'shown once' });
const Ids = Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '网关' });

/** Text to copy into the software that runs the gateway. */
const ConfigurationFile = strict({ title: Type.String(), name: Type.String(), text: Type.String() });

const Ten = strict({ at: Instant, beats: Type.Integer() });

/** Calls about gateways themselves. */
export const gatewayRecordApi = {
  getGatewayList,
  getGateway: post('/api/gateway/getGateway', {
    title: '网关详情',
    permission: 'gateway:list',
    change: false,
    input: { id: Id },
    output: FullGateway,
  }),
  addGateway: gateway.add({
    permission: 'gateway:edit',
    input: { projectId: Id, departmentId: Id, customerId: Type.Optional(Id) },
    output: { secret: nullable(Secret) },
  }),
  editGateway: gateway.edit({
    permission: 'gateway:edit',
    input: { projectId: Type.Optional(Id), departmentId: Type.Optional(Id), customerId: Type.Optional(Id) },
  }),
  /** Without children; all or none. */
  deleteGateway: post('/api/gateway/deleteGateway', {
    title: '删除网关',
    permission: 'gateway:edit',
    input: { ids: Ids },
    output: NoData,
  }),
  exportGateway: gateway.export(getGatewayList, { permission: 'equipment:export' }),
  /** Connections with the old secret end. */
  resetGatewaySecret: post('/api/gateway/resetGatewaySecret', {
    title: '重置网关密钥',
    permission: 'gateway:edit',
    input: { id: Id },
    output: strict({ secret: Secret }),
  }),
  /** What the gateway's software needs to connect; `<密钥>` stands for the secret. */
  getConnection: post('/api/gateway/getConnection', {
    title: '网关接入配置',
    permission: 'gateway:list',
    change: false,
    input: { id: Id },
    output: strict({
      user: Type.String(),
      host: Type.String(),
      /** Null: this entrance is closed. */
      ports: strict({
        mqtt: nullable(Type.Integer()),
        mqtts: nullable(Type.Integer()),
        http: nullable(Type.Integer()),
      }),
      topics: Type.Array(strict({ topic: Type.String(), direction: Type.Enum(['up', 'down']), note: Type.String() })),
      files: Type.Array(ConfigurationFile),
    }),
  }),
  /** Signs of life of the last 24 hours in slots of 10 minutes, oldest first; a slot without any is 0. */
  getGatewayBeats: post('/api/gateway/getGatewayBeats', {
    title: '网关心跳曲线',
    permission: 'gateway:list',
    change: false,
    input: { id: Id },
    output: Type.Array(Ten),
  }),
};
