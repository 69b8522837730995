import { keysOf } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { Id, Instant, list, nullable, post, span, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const permission = 'equipment:log';

export const logDirections = { up: '上行', down: '下行' } as const;

/**
 * `undecoded`: stored raw, unknown or unreadable. `refused`: only raw, for a bad checksum, another device's number or
 * a database error. `doubtful`: stored, but from another address, from none of the project's, or above the quota.
 */
export const logResults = {
  ok: '成功',
  undecoded: '未解析',
  refused: '已拒绝',
  doubtful: '存疑',
  queued: '待发',
  sent: '已发',
  failed: '失败',
  expired: '超时',
} as const;

/** Maximum span of a query, days. */
export const logDays = 7;
/** Maximum span of a query without a device, hours. */
export const logHours = 1;

/** Id of a message: device, reception in ms and key; of a command: id and number of the try. */
const LogId = Type.String({
  pattern: '^([1-9][0-9]{0,18}\\.[0-9]{13}\\.-?[0-9]{1,19}|c[1-9][0-9]{0,18}\\.[0-9]{1,4})$',
  msg: '编号不正确',
});

const Span = strict({ field: Type.String(), from: Type.Integer(), to: Type.Integer() });
const Decoded = Type.Record(Type.String(), Type.Unknown());

const LogRow = strict({
  id: Type.String(),
  equipmentId: Id,
  sn: Type.String(),
  equipmentName: Type.String(),
  customerId: nullable(Id),
  customerName: nullable(Type.String()),
  model: Type.String(),
  protocol: Type.String(),
  /** Word for the topic of a gateway's or MQTT device's message: `state`, `availability`, `up`. */
  topic: nullable(Type.String()),
  /** Gateway by which it came. */
  gatewayId: nullable(Id),
  gatewayName: nullable(Type.String()),
  direction: Type.Enum(keysOf(logDirections)),
  kind: Type.String(),
  summary: Type.String(),
  /** Bytes, hex; in lists the first 4096. `*` covers health values: in lists always, else without the permission. */
  raw: Type.String(),
  /** Bytes as text; unprintable characters are dots. */
  text: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  decoded: nullable(Decoded),
  spans: Type.Array(Span),
  deviceTime: nullable(Instant),
  receivedAt: Instant,
  committedAt: Instant,
  /** Seconds between the device's time and reception; null without one. */
  delay: nullable(Type.Number()),
  late: Type.Boolean(),
  result: Type.Enum(keysOf(logResults)),
  error: nullable(Type.String()),
  effects: Type.Array(strict({ kind: Type.String(), id: nullable(Type.String()), text: Type.Optional(Type.String()) })),
  /** Health values are covered. */
  covered: Type.Boolean(),
});

const getEquipmentLogList = list('/api/equipment/getEquipmentLogList', {
  title: '设备日志',
  permission,
  filters: {
    sn: Type.Optional(Type.String({ maxLength: 64, title: '设备编号' })),
    equipmentId: Type.Optional(Id),
    /** Messages of the gateway, and those of devices behind it that came by it. */
    gatewayId: Type.Optional(Id),
    protocol: Type.Optional(Type.String({ pattern: '^[a-z0-9]+(:[a-z0-9_-]+)?$', maxLength: 60, title: '协议' })),
    direction: Type.Optional(Type.Enum(keysOf(logDirections), { title: '方向' })),
    kind: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20, title: '类型' })),
    result: Type.Optional(Type.Array(Type.Enum(keysOf(logResults)), { maxItems: 8, title: '结果' })),
    late: Type.Optional(Type.Boolean({ title: '补传' })),
    ...span,
    /** Last minutes before `to` or now; replaces `from`. */
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: logDays * 1440, title: '最近分钟' })),
    /** Stored after this instant: for a live tail. */
    committedFrom: Type.Optional(Type.String({ ...Instant, title: '入库时间起' })),
  },
  sort: ['receivedAt', 'deviceTime'],
  row: LogRow,
});

/** Calls about device messages. */
export const logApi = {
  /** Messages of devices, or of a whole protocol for one hour at most. */
  getEquipmentLogList,
  /** Unregistered numbers that sent a message in the last 7 days, newest first. They belong to no department. */
  getUnknownList: list('/api/equipment/getUnknownList', {
    title: '未知设备',
    permission,
    filters: {
      protocol: Type.Optional(Type.String({ maxLength: 60, title: '协议' })),
      gatewayId: Type.Optional(Id),
      /** Part of the number; a possible phone number must be complete if the viewer may not see phone numbers. */
      number: Type.Optional(Type.String({ maxLength: 64, title: '号码' })),
    },
    sort: ['lastAt', 'times'],
    row: strict({
      id: Type.String(),
      protocol: Type.String(),
      number: Type.String(),
      /** Gateway that spoke for the number; it may be registered behind another one. */
      gatewayId: nullable(Id),
      gatewayName: nullable(Type.String()),
      /** The number is the phone of a customer or contact, and masked. */
      masked: Type.Boolean(),
      firstAt: Instant,
      lastAt: Instant,
      times: Type.Integer(),
      alarms: Type.Array(Type.String()),
    }),
  }),
  /** Shows health values to permitted viewers; a change call, so that the command log records each access. */
  getEquipmentLog: post('/api/equipment/getEquipmentLog', {
    title: '查看设备报文',
    permission,
    input: { id: LogId },
    output: strict({
      ...LogRow.properties,
      /**
       * Stored values of the fields (`time`, `position.lat`, `readings.heart_rate`); null: nothing stored for this
       * field.
       */
      stored: Type.Record(Type.String(), nullable(Type.Union([Type.Number(), Type.String()]))),
      /** Errors of the current decoder. */
      errors: Type.Array(Type.String()),
      /** Replies to the device, hex, rebuilt from the stored bytes. */
      replies: Type.Array(strict({ raw: Type.String(), text: Type.String() })),
    }),
  }),
  exportEquipmentLog: exportOf(getEquipmentLogList, {
    path: '/api/equipment/exportEquipmentLog',
    title: '导出设备日志',
    permission,
    columns: {
      receivedAt: '接收时间',
      deviceTime: '设备时间',
      sn: '设备编号',
      equipmentName: '设备',
      customerName: '客户',
      protocol: '协议',
      gatewayName: '网关',
      topic: '主题',
      direction: '方向',
      kind: '类型',
      summary: '摘要',
      delay: '延迟（秒）',
      result: '结果',
      error: '错误',
      text: '原文',
      raw: '原文（十六进制）',
    },
  }),
  /** Decodes readings and positions of these days again from the raw messages; alarms and the current state stay. */
  redecodeLog: post('/api/equipment/redecodeLog', {
    title: '重新解析',
    permission: 'equipment:redecode',
    input: {
      protocol: Type.String({ pattern: '^[a-z0-9]+(:[a-z0-9_-]+)?$', maxLength: 60, title: '协议' }),
      model: Type.Optional(Type.String({ maxLength: 50, title: '型号' })),
      /** Only this device. */
      equipmentId: Type.Optional(Id),
      from: Type.String({ ...Instant, title: '开始时间' }),
      to: Type.String({ ...Instant, title: '结束时间' }),
    },
    output: strict({ jobId: Id }),
  }),
  /** Decodes a frame for preview; stores nothing. */
  decodeFrame: post('/api/equipment/decodeFrame', {
    title: '试解析报文',
    permission,
    change: false,
    input: {
      protocol: Type.String({ pattern: '^[a-z0-9]+(:[a-z0-9_-]+)?$', maxLength: 60, title: '协议' }),
      frame: Type.String({ minLength: 1, maxLength: 262_144, title: '报文' }),
      encoding: Type.Enum(['hex', 'text', 'json'], { title: '编码' }),
      topic: Type.Optional(Type.String({ maxLength: 200, title: '主题' })),
      model: Type.Optional(Type.String({ maxLength: 50, title: '型号' })),
      /** Profile of a model being edited; replaces the saved one. */
      profile: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { title: '解析配置' })),
      events: Type.Optional(
        Type.Array(
          strict({
            code: Type.String({ maxLength: 64, title: '事件码' }),
            type: Type.String({ maxLength: 40, title: '事件类型' }),
          }),
          {
            maxItems: 60,
            title: '事件',
          },
        ),
      ),
      session: Type.Optional(
        Type.Union([Type.String({ maxLength: 200 }), Type.Record(Type.String(), Type.Unknown())], { title: '会话' }),
      ),
    },
    output: strict({
      messages: Type.Array(Type.Object({ kind: Type.String(), number: Type.String() }, { additionalProperties: true })),
      replies: Type.Array(Type.String()),
      /** Frames found in the bytes, hex. */
      frames: Type.Array(Type.String()),
      errors: Type.Array(Type.String()),
    }),
  }),
};

export const feature: Feature = {
  title: '设备',
  module: 'equipment',
  endpoints: logApi,
  screens: [
    {
      path: '/equipment/log',
      title: '设备日志',
      icon: 'list',
      group: '设备',
      sort: 52,
      component: 'LogScreen',
      tabs: { '/equipment/log/unknown': '未知设备' },
      permission: { key: 'equipment:log', title: '查看设备日志', roles: ['engineer'] },
      buttons: [{ key: 'equipment:redecode', title: '重新解析', roles: ['engineer'] }],
    },
  ],
};
