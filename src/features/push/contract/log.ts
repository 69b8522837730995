import { keysOf } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { errorLabel } from '#shared/deviceLabels.ts';
import { Id, Instant, list, nullable, post, span, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

const permission = 'push:log';

export const pushStates = {
  done: '已接收',
  unknown: '设备未登记',
  refused: '已拒绝',
  failed: '未保存',
  replayed: '已重推',
  ignored: '已忽略',
} as const;

/** Reasons why a push was refused. */
export const pushReasons = {
  source: '没有这个来源，或已停用',
  missing: '缺少签名',
  clock: '时间相差超过5分钟',
  signature: '签名不正确',
  repeat: '重复的推送',
  body: '内容不能解析',
  mapping: '映射不能用于这个内容',
  night: '夜晚汇总被拒绝',
  busy: '暂时不能保存',
  device: '设备未登记',
  size: '内容超过 256 KB',
} as const;

/** Returns the text of a body's errors, each once. */
export const errorsText = (errors: readonly string[]): string => [...new Set(errors.map(errorLabel))].join('；');

/** Returns a stored reason, `body:not JSON;no number` or `size:400000`, as a sentence. */
export function reasonText(stored: string): string {
  const colon = stored.indexOf(':');
  const reason = colon < 0 ? stored : stored.slice(0, colon);
  const detail = colon < 0 ? '' : stored.slice(colon + 1);
  const label = pushReasons[reason as keyof typeof pushReasons] ?? reason;
  if (detail === '') return label;
  return `${label}：${reason === 'size' ? `${Math.ceil(Number(detail) / 1024)} KB` : errorsText(detail.split(';'))}`;
}

/** Maximum number of rows for one batch action. */
export const maxPushes = 500;

const LogRow = strict({
  id: Id,
  at: Instant,
  direction: Type.Enum(['in', 'out']),
  source: Type.String(),
  /** Name of the source; its key when it has no name or no longer exists. */
  sourceName: Type.String(),
  kind: nullable(Type.String()),
  number: nullable(Type.String()),
  equipmentId: nullable(Id),
  messageId: nullable(Type.String()),
  state: Type.Enum(keysOf(pushStates)),
  httpStatus: Type.Integer(),
  ms: Type.Integer(),
  tries: Type.Integer(),
  nextAt: nullable(Instant),
  error: nullable(Type.String()),
  /** Text of the first 16 KB; only of refused pushes, for viewers who may see health values. */
  body: nullable(Type.String()),
  /** True when there is a body that the viewer may not see. */
  covered: Type.Boolean(),
});

const pushLogs = list('/api/push/getPushLogList', {
  title: '推送日志',
  permission,
  filters: {
    direction: Type.Optional(Type.Enum(['in', 'out'], { title: '方向' })),
    source: Type.Optional(Type.String({ maxLength: 40, title: '来源' })),
    number: Type.Optional(Type.String({ maxLength: 64, title: '设备号' })),
    messageId: Type.Optional(Type.String({ maxLength: 128, title: '消息 ID' })),
    state: Type.Optional(Type.Array(Type.Enum(keysOf(pushStates)), { maxItems: 6, title: '状态' })),
    ...span,
  },
  sort: ['at', 'ms'],
  row: LogRow,
});
/** Bodies contain health data: each reading is entered in the command log. */
const getPushLogList = { ...pushLogs, change: true };

const Ids = Type.Array(Id, { minItems: 1, maxItems: maxPushes, uniqueItems: true, title: '推送' });

/** Endpoints of the push log. */
export const pushLogApi = {
  getPushLogList,
  exportPushLog: exportOf(getPushLogList, {
    path: '/api/push/exportPushLog',
    title: '导出推送日志',
    permission,
    columns: {
      at: '时间',
      source: '来源',
      number: '设备号',
      kind: '事件',
      messageId: '消息 ID',
      state: '状态',
      httpStatus: 'HTTP 码',
      ms: '耗时（毫秒）',
      tries: '次数',
      error: '错误',
    },
  }),
  /** Figures of the last hour; the number of open rows is the total. */
  getPushFigures: post('/api/push/getPushFigures', {
    title: '推送概况',
    permission,
    change: false,
    input: {},
    output: strict({
      count: Type.Integer(),
      /** Percent; null without pushes. */
      rate: nullable(Type.Number()),
      ms: nullable(Type.Number()),
      backlog: Type.Integer(),
    }),
  }),
  /** Decodes stored bodies again with the current mapping and secret, and stores their messages. */
  replayPush: post('/api/push/replayPush', {
    title: '重推',
    permission: 'push:replay',
    input: { ids: Ids },
    output: strict({
      done: Type.Integer(),
      left: Type.Array(strict({ id: Id, reason: Type.String() })),
    }),
  }),
  ignorePush: post('/api/push/ignorePush', {
    title: '忽略推送',
    permission: 'push:replay',
    input: { ids: Ids },
    output: strict({ done: Type.Integer() }),
  }),
};
