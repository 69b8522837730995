import { WarnLevelCode, WarnStep } from '#features/warn/contract.ts';
import { callResults, keysOf, warnFamilies } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { Id, type InputOf, Instant, list, Moment, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { ruleKinds } from '#shared/health/rule/definition.ts';
import { ruleSigns } from '#shared/health/rule/words.ts';
import { Type } from '#shared/typebox.ts';

/** States as they are shown; `overdue` is filtered alone, beside one of the others. */
export const warningStates = {
  pending: '待处理',
  handling: '处理中',
  done: '已处理',
  ignored: '已忽略',
  recovered: '自动恢复',
} as const;
export type WarningState = keyof typeof warningStates;

/** What came of a warning. */
export const warningResults = {
  phone: '电话随访',
  visited: '已上门',
  advised: '建议就医',
  tuned: '已调阈值',
  equipment_fault: '设备问题',
  none: '无需处理',
} as const;
export type WarningResult = keyof typeof warningResults;

export const directions = ['high', 'low', 'other'] as const;

/** Least characters of a note that closes a warning. */
export const leastNote = 5;

const Level = Type.Enum([1, 2, 3, 4], { title: '级别', dictionary: 'warn_level' });
const Metric = Type.Enum(keysOf(ruleSigns), { title: '指标' });

const NormalRange = nullable(strict({ low: nullable(Type.Number()), high: nullable(Type.Number()) }));

const WarningRow = strict({
  id: Id,
  no: Type.String(),
  customerId: Id,
  customerName: Type.String(),
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  /** Flat or bed. */
  spot: nullable(Type.String()),
  metric: Metric,
  direction: Type.Enum([...directions]),
  value: Type.Number(),
  /** Edge that the value has passed; null without one. */
  limit: nullable(Type.Number()),
  sentence: Type.String(),
  level: Level,
  /** `sos`: the desk works it. */
  family: Type.Enum(keysOf(warnFamilies)),
  ruleId: Id,
  ruleName: Type.String(),
  repeatCount: Type.Integer(),
  createdAt: Instant,
  lastAt: Instant,
  /** Until when it is to be taken; null at level 1. */
  dueAt: nullable(Instant),
  /** Not taken until then. */
  overdue: Type.Boolean(),
  claimedAt: nullable(Instant),
  finishedAt: nullable(Instant),
  /** The sign is back; an open one waits to be taken all the same. */
  recoveredAt: nullable(Instant),
  state: Type.Enum(keysOf(warningStates)),
  /** Whoever has it, or to whom it is given. */
  handlerId: nullable(Id),
  handlerName: nullable(Type.String()),
  result: nullable(Type.Enum(keysOf(warningResults))),
  /** Means of six hours within the last seven days, oldest first; null: nothing measured. Ends with the value. */
  spark: Type.Array(nullable(Type.Number()), { maxItems: 29 }),
  /** Normal range of the sign, where it has one. */
  band: NormalRange,
  /** Waiting warnings of the same person that health staff may take with it. */
  beside: Type.Array(Id, { maxItems: 30 }),
  timeZone: Type.String(),
  version: Type.Integer(),
});

const Sample = strict({ metric: Type.String(), at: Instant, value: Type.Number() });

const Evidence = strict({
  kind: Type.Enum(keysOf(ruleKinds)),
  /** Values that fired, oldest first. */
  samples: Type.Array(Sample, { maxItems: 60 }),
  /** Edges of the sign by level, on the side that fired. */
  limits: Type.Array(strict({ level: Type.Integer(), value: Type.Number() }), { maxItems: 12 }),
  ruleVersion: Type.Integer(),
});

/** Warning of the same person and sign that ended before. */
const Before = strict({
  id: Id,
  createdAt: Instant,
  level: Level,
  value: Type.Number(),
  state: Type.Enum(keysOf(warningStates)),
  result: nullable(Type.Enum(keysOf(warningResults))),
});

/** Course of a sign: a gap is a missing point. */
const Course = strict({
  step: Type.Enum(['raw', 'hour', 'day']),
  points: Type.Array(
    strict({ at: Instant, min: Type.Number(), avg: Type.Number(), max: Type.Number(), n: Type.Integer() }),
  ),
  band: NormalRange,
});

/** Whom to call, in their order; numbers are whole for whoever has the warning, else masked. */
const Person = strict({
  livingState: nullable(Type.String()),
  area: nullable(Type.String()),
  address: nullable(Type.String()),
  mobile: nullable(Type.String()),
  phone: nullable(Type.String()),
  communication: nullable(Type.String()),
  contacts: Type.Array(
    strict({ id: Id, name: Type.String(), relation: Type.String(), phone: nullable(Type.String()) }),
  ),
  unmasked: Type.Boolean(),
});

const { properties: row } = WarningRow;
const Warning = strict({
  ...row,
  evidence: Evidence,
  /** By sign: seven days before the warning until now. */
  series: Type.Record(Type.String(), Course),
  person: Person,
  steps: Type.Array(WarnStep),
  /** Newest first, of 30 days. */
  before: Type.Array(Before, { maxItems: 20 }),
});

const read = 'earlyWarning:list';
const handle = 'earlyWarning:handle';

// The command log hides words about a person's health.
const unlogged = { unlogged: true } as const;
const words = (title: string, least: number, msg: string) =>
  Type.String({ minLength: least, maxLength: 500, title, msg, ...unlogged });

const getEarlyWarningList = {
  ...list('/api/earlyWarning/getEarlyWarningList', {
    title: '健康预警列表',
    permission: read,
    filters: {
      customerId: Type.Optional(Id),
      state: Type.Optional(
        Type.Array(Type.Enum([...keysOf(warningStates), 'overdue' as const]), { maxItems: 6, title: '状态' }),
      ),
      level: Type.Optional(Type.Array(WarnLevelCode, { maxItems: 4, title: '级别' })),
      metric: Type.Optional(Type.Array(Metric, { maxItems: 30, title: '指标' })),
      ruleId: Type.Optional(Type.String({ ...Id, title: '规则' })),
      handlerId: Type.Optional(Type.String({ ...Id, title: '责任人' })),
      departmentId: Type.Optional(Id),
      /** Open ones, and those that ended today by the calendar of their project. */
      today: Type.Optional(Type.Boolean({ title: '今天' })),
      /** Instant, or day of the warning's project. */
      createdFrom: Type.Optional(Type.String({ ...Moment, title: '触发时间起' })),
      createdTo: Type.Optional(Type.String({ ...Moment, title: '触发时间止' })),
    },
    sort: ['createdAt'],
    row: WarningRow,
  }),
  // It shows health data: each look is in the command log.
  change: true,
};

type Filters = Partial<InputOf<typeof getEarlyWarningList>>;

/** Filters of the tabs; 我的 adds the viewer's id. */
export const tabFilters = {
  today: { today: true },
  open: { state: ['pending', 'handling'] },
  mine: { state: ['pending', 'handling'] },
  overdue: { today: true, state: ['overdue'] },
  all: {},
} satisfies Record<string, Filters>;

/** Warnings that health staff work: list, one warning, and what they do with it. */
export const warningApi = {
  getEarlyWarningList,
  exportEarlyWarning: exportOf(getEarlyWarningList, {
    path: '/api/earlyWarning/exportEarlyWarning',
    title: '导出健康预警',
    permission: read,
    columns: {
      no: '编号',
      level: '级别',
      customerName: '客户',
      age: '年龄',
      sentence: '预警',
      value: '触发值',
      limit: '界限',
      ruleName: '规则',
      createdAt: '触发时间',
      repeatCount: '次数',
      dueAt: '时限',
      overdue: '逾期',
      state: '状态',
      handlerName: '责任人',
      claimedAt: '接手时间',
      finishedAt: '结束时间',
      result: '处理结果',
    },
  }),
  /** Figures of the tabs, and of today's warnings. */
  getEarlyWarningCount: post('/api/earlyWarning/getEarlyWarningCount', {
    title: '健康预警计数',
    permission: read,
    change: false,
    input: {},
    output: strict({
      today: Type.Integer(),
      open: Type.Integer(),
      waiting: Type.Integer(),
      mine: Type.Integer(),
      overdue: Type.Integer(),
      /** Share of today's warnings with a deadline that were taken in time, 0–100; null without any. */
      inTime: nullable(Type.Integer()),
      /** Median seconds until one of them was taken. */
      responseMedian: nullable(Type.Number()),
    }),
  }),
  /** For the line above every page: how many wait, and the first of level 2. In the command log once an hour. */
  getEarlyWarningBanner: post('/api/earlyWarning/getEarlyWarningBanner', {
    title: '待接的重要预警',
    permission: handle,
    change: false,
    input: {},
    output: strict({
      waiting: Type.Integer(),
      important: Type.Integer(),
      first: nullable(
        strict({
          id: Id,
          customerName: Type.String(),
          sentence: Type.String(),
          createdAt: Instant,
          beside: Type.Array(Id, { maxItems: 30 }),
        }),
      ),
    }),
  }),
  getEarlyWarning: post('/api/earlyWarning/getEarlyWarning', {
    title: '健康预警详情',
    permission: read,
    input: { id: Id },
    output: Warning,
  }),
  /** Colleagues to whom a warning can be given; without an id those who work warnings. */
  getEarlyWarningHandler: post('/api/earlyWarning/getEarlyWarningHandler', {
    title: '可分配的人',
    permission: read,
    change: false,
    input: { id: Type.Optional(Id) },
    output: Type.Array(strict({ id: Id, name: Type.String(), online: Type.Boolean() }), { maxItems: 200 }),
  }),
  claimEarlyWarning: post('/api/earlyWarning/claimEarlyWarning', {
    title: '接预警',
    permission: handle,
    input: { id: Id },
    output: WarningRow,
  }),
  batchClaim: post('/api/earlyWarning/batchClaim', {
    title: '批量接预警',
    permission: handle,
    input: {
      ids: Type.Array(Id, {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        title: '预警',
        msg: '一次接 1 至 50 条预警',
      }),
    },
    /** By id, in order: the warning, or why it was not taken. */
    output: Type.Array(Type.Union([WarningRow, strict({ id: Id, msg: Type.String() })])),
  }),
  assignEarlyWarning: post('/api/earlyWarning/assignEarlyWarning', {
    title: '分配预警',
    permission: handle,
    input: { id: Id, userId: Type.String({ ...Id, title: '分配给' }) },
    output: WarningRow,
  }),
  noteEarlyWarning: post('/api/earlyWarning/noteEarlyWarning', {
    title: '记录预警经过',
    permission: handle,
    input: {
      id: Id,
      note: Type.Optional(words('备注', 1, '请填写备注')),
      /** Of a call: to whom, and what came of it. */
      contactId: Type.Optional(Id),
      call: Type.Optional(Type.Enum(keysOf(callResults), { title: '通话结果' })),
    },
    output: WarningRow,
  }),
  finishEarlyWarning: post('/api/earlyWarning/finishEarlyWarning', {
    title: '结案预警',
    permission: handle,
    input: {
      id: Id,
      result: Type.Enum(keysOf(warningResults), { title: '处理结果' }),
      note: words('处理说明', leastNote, '处理说明至少5个字'),
    },
    output: WarningRow,
  }),
  ignoreEarlyWarning: post('/api/earlyWarning/ignoreEarlyWarning', {
    title: '忽略预警',
    permission: handle,
    input: { id: Id, reason: words('忽略原因', 2, '请填写忽略原因，至少2个字') },
    output: WarningRow,
  }),
  raiseEarlyWarning: post('/api/earlyWarning/raiseEarlyWarning', {
    title: '预警升级为 SOS',
    permission: handle,
    input: { id: Id, reason: words('升级原因', 2, '请填写升级原因，至少2个字') },
    output: WarningRow,
  }),
};

/** Screen of the warnings; their rules are in the feature earlyWarning. */
export const feature: Feature = {
  title: '健康预警',
  module: 'earlyWarning',
  endpoints: warningApi,
  screens: [
    {
      path: '/healthy/early_warning',
      title: '健康预警',
      icon: 'heart-pulse',
      group: '值守',
      sort: 13,
      component: 'EarlyWarningScreen',
      wide: true,
      permission: { key: 'earlyWarning:list', title: '查看健康预警', roles: ['health', 'leader'] },
      // The rules are a tab of this screen: who gets the right has the list with it.
      buttons: [
        { key: 'earlyWarning:handle', title: '处理健康预警', roles: ['health'] },
        { key: 'earlyWarning:rule', title: '编辑预警规则', roles: ['health'] },
      ],
    },
  ],
};
