import { deviceCommands, keysOf, warnTypes } from '#shared/codes.ts';
import { coded } from '#shared/dictionary.ts';
import { strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field } from '#shared/resourceField.ts';
import { type Static, Type } from '#shared/typebox.ts';

/** Protocols of devices (names.md, getModelList). */
export const protocols = {
  watch: '手表文本协议',
  jt808: 'JT/T 808',
  gt06: 'GT06',
  h02: 'H02',
  ev07b: 'EV-07B',
  z2m: 'Zigbee2MQTT',
  lorawan: 'LoRaWAN',
  thingsboard: 'ThingsBoard',
  scaip: 'SCAIP',
  mqtt: 'MQTT 通用',
  push: '云推送',
} as const;

/** Returns the label of a message's protocol; for a cloud push with the name of its source, if known. */
export const protocolLabel = (protocol: string, sourceName?: string): string =>
  protocol.startsWith('push:')
    ? `推送 ${sourceName ?? protocol.slice(5)}`
    : (protocols[protocol as keyof typeof protocols] ?? protocol);

/** Abilities of a device: what it measures or signals, and the commands that it accepts. */
export const abilities = {
  sos: '求助',
  fall: '跌倒',
  battery: '电量',
  heart_rate: '心率',
  breath_rate: '呼吸',
  in_bed: '在床',
  ...deviceCommands,
} as const;

const Code = Type.String({
  pattern: '^[A-Za-z0-9_.-]{1,64}$',
  title: '代码',
  msg: '代码为1至64位字母、数字、点、横线或下划线',
});

/** Property that a model measures or that can be set: a value outside its bounds is stored as doubtful. */
export const ModelProperty = strict({
  code: Code,
  name: Type.Optional(Type.String({ maxLength: 40, title: '名称' })),
  unit: Type.Optional(Type.String({ maxLength: 20, title: '单位' })),
  min: Type.Optional(Type.Number({ title: '下限' })),
  max: Type.Optional(Type.Number({ title: '上限' })),
  access: Type.Optional(Type.Enum(['r', 'rw'], { title: '读写' })),
});

/** Types that an event of a device can mean: 走失 is raised by people only, 健康预警 by rules. */
export const eventTypes = keysOf(warnTypes).filter((type) => type !== 'lost' && type !== 'health');

/** Text or bit of the device that means an alarm. */
export const ModelEvent = strict({
  code: Code,
  type: Type.Enum(eventTypes, { title: '告警类型' }),
});

export type ModelProperty = Static<typeof ModelProperty>;
export type ModelEvent = Static<typeof ModelEvent>;

export const model = resource('model', '型号', {
  name: field(Type.String({ minLength: 1, maxLength: 50, title: '名称' }), {
    required: true,
    search: true,
    sort: true,
    column: { width: 176, fixed: 'left' },
  }),
  code: field(
    Type.String({
      pattern: '^[a-z][a-z0-9_-]{1,39}$',
      title: '编码',
      msg: '编码为2至40位小写字母、数字、横线或下划线，以字母开头',
    }),
    { required: true, unique: '已有同编码的型号', search: true, sort: true, column: { width: 120 } },
  ),
  kind: field(coded('device_kind', '类型'), { required: true, filter: 'many', column: { width: 134 } }),
  protocol: field(Type.Enum(Object.keys(protocols) as (keyof typeof protocols)[], { title: '协议' }), {
    required: true,
    labels: protocols,
    filter: 'many',
    column: { width: 130 },
  }),
  intervalSeconds: field(Type.Integer({ minimum: 10, maximum: 604_800, title: '上报间隔' }), {
    required: true,
    column: { width: 96, align: 'right' },
    form: { unit: '秒' },
  }),
  offlineSeconds: field(Type.Integer({ minimum: 20, maximum: 2_592_000, title: '离线判定' }), {
    output: Type.Integer({ title: '离线判定' }),
    column: { width: 96, align: 'right' },
    form: { unit: '秒', hint: '这么久没有上报算离线，留空为间隔的 3 倍' },
  }),
  capabilities: field(
    Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{1,39}$' }), { maxItems: 60, uniqueItems: true, title: '能力' }),
    { defaultValue: [], column: { width: 240 }, form: { wide: true } },
  ),
  properties: field(Type.Array(ModelProperty, { maxItems: 100, title: '属性' }), {
    defaultValue: [],
    column: false,
    form: { wide: true },
  }),
  events: field(Type.Array(ModelEvent, { maxItems: 60, title: '事件' }), {
    defaultValue: [],
    column: false,
    form: { wide: true },
  }),
  profile: field(Type.Record(Type.String(), Type.Unknown(), { title: '解析配置' }), {
    defaultValue: {},
    column: false,
    form: { wide: true },
  }),
  builtIn: field(Type.Boolean({ title: '内置' }), { editable: false, column: { width: 64 } }),
  equipmentCount: computed(Type.Integer({ title: '设备数' }), { column: { width: 80, align: 'right' } }),
});

export const modelApi = {
  getModelList: model.list({ permission: 'equipment:list' }),
  getModel: model.get({ permission: 'equipment:list' }),
  addModel: model.add({ permission: 'model:edit' }),
  editModel: model.edit({ permission: 'model:edit' }),
};

export const feature: Feature = {
  title: '型号',
  labels: {
    'model.capabilities': abilities,
    'model.type': warnTypes,
  },
  endpoints: modelApi,
  resource: model,
  screens: [
    {
      path: '/equipment/list/model',
      title: '型号与物模型',
      icon: 'list',
      group: '设备',
      ...{ sort: 50, rank: 1 },
      component: 'ModelScreen',
      tabs: { '/equipment/list/model': '型号' },
      hidden: true,
      permission: { key: 'equipment:list', title: '查看设备', roles: ['engineer', 'area', 'leader', 'operator'] },
      buttons: [{ key: 'model:edit', title: '新增与编辑型号', roles: ['engineer'], platformWide: true }],
    },
  ],
};
