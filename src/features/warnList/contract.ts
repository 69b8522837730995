import { WarnLevelCode, WarnRow, WarnStatusCode, WarnTypeCode } from '#features/warn/contract.ts';
import { falseReasons, keysOf, warnFamilies, warnResults } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { Id, type InputOf, Instant, list, Moment, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const Note = Type.String({ maxLength: 500, title: '备注' });
const FalseCode = Type.Enum(keysOf(falseReasons), { title: '误报原因' });
const Ids = Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true, title: '告警', msg: '请选择告警' });

/** Result per id, in order: the changed warn, or why nothing was done. */
const BatchAnswer = Type.Array(Type.Union([WarnRow, strict({ id: Id, msg: Type.String() })]));

const judge = 'warn:judge';

const getWarnList = list('/api/warn/getWarnList', {
  title: '告警列表',
  permission: 'warn:list',
  filters: {
    no: Type.Optional(Type.String({ maxLength: 30, title: '编号' })),
    status: Type.Optional(Type.Array(WarnStatusCode, { maxItems: 4, title: '状态' })),
    type: Type.Optional(Type.Array(WarnTypeCode, { maxItems: 30, title: '类型' })),
    level: Type.Optional(Type.Array(WarnLevelCode, { maxItems: 4, title: '级别' })),
    family: Type.Optional(Type.Array(Type.Enum(keysOf(warnFamilies)), { maxItems: 3, title: '类别' })),
    equipmentSn: Type.Optional(Type.String({ maxLength: 32, title: '设备编号' })),
    customerId: Type.Optional(Id),
    customerIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200, title: '客户' })),
    handlerId: Type.Optional(Id),
    mine: Type.Optional(Type.Boolean({ title: '我的' })),
    waiting: Type.Optional(Type.Boolean({ title: '待接警' })),
    /** True: device work; false: the desk's queue. */
    deviceWork: Type.Optional(Type.Boolean({ title: '设备运维' })),
    followUp: Type.Optional(Type.Boolean({ title: '待回访' })),
    test: Type.Optional(Type.Boolean({ title: '测试与演练' })),
    /** Filter for figures: the desk's, no test, no drill. */
    counted: Type.Optional(Type.Boolean({ title: '计入统计' })),
    falseAsked: Type.Optional(Type.Boolean({ title: '待班长核实' })),
    departmentId: Type.Optional(Id),
    projectId: Type.Optional(Id),
    /** Past the claim limit (docs/alarm.md). */
    overdue: Type.Optional(Type.Boolean({ title: '是否超时' })),
    escalated: Type.Optional(Type.Boolean({ title: '是否升级' })),
    result: Type.Optional(Type.Array(Type.Enum(keysOf(warnResults)), { maxItems: 12, title: '处置结果' })),
    falseReason: Type.Optional(Type.Array(Type.Enum(keysOf(falseReasons)), { maxItems: 8, title: '误报原因' })),
    /** Instant, or day of the warn's project. */
    createdFrom: Type.Optional(Type.String({ ...Moment, title: '发生时间起' })),
    createdTo: Type.Optional(Type.String({ ...Moment, title: '发生时间止' })),
    /** Raised today, by the calendar of the warn's project. */
    today: Type.Optional(Type.Boolean({ title: '今天' })),
    /** Claimed, the first time within the limit. */
    inTime: Type.Optional(Type.Boolean({ title: '及时接警' })),
    /** User with a claim, also before a release or transfer. */
    claimedBy: Type.Optional(Type.String({ ...Id, title: '接警人' })),
    /** User with the first claim, in time or not. */
    firstClaimedBy: Type.Optional(Type.String({ ...Id, title: '首次接警人' })),
    /** User who marked it as 误报. */
    falseBy: Type.Optional(Type.String({ ...Id, title: '误报判定人' })),
    /** Ended today, by the calendar of the warn's project. */
    endedToday: Type.Optional(Type.Boolean({ title: '今天结束' })),
    /** Follow-up due before the end of today, by the same calendar. */
    followUpToday: Type.Optional(Type.Boolean({ title: '今天到期的回访' })),
    /** Whether a follow-up is overdue. */
    followUpDue: Type.Optional(Type.Boolean({ title: '回访已到期' })),
    /** Whether the warn is from an unregistered number. */
    unregistered: Type.Optional(Type.Boolean({ title: '未登记设备' })),
  },
  sort: ['createdAt', 'level', 'escalation', 'repeatCount', 'claimedAt', 'customerName', 'no'],
  row: WarnRow,
});

type Filters = Partial<InputOf<typeof getWarnList>>;

const open: Filters['status'] = ['pending', 'handling'];

/** Filters of the tabs of the warn screen; device work (domain.md 7.2) has a separate one. */
export const tabFilters = {
  pending: { waiting: true },
  handling: { status: ['handling'], deviceWork: false },
  mine: { status: ['handling'], mine: true },
  followUp: { followUp: true },
  done: { status: ['done', 'false'] },
  device: { status: open, deviceWork: true },
  all: {},
} satisfies Record<string, Filters>;

/** Filters of the list behind each count of `getWarnCount`. The rate is that of `todayFalse` in `todayDone`. */
export const countFilters = {
  pending: tabFilters.pending,
  handling: tabFilters.handling,
  mine: tabFilters.mine,
  deviceWork: tabFilters.device,
  followUp: tabFilters.followUp,
  falseAsked: { status: open, falseAsked: true },
  today: { counted: true, today: true },
  todayDone: { counted: true, endedToday: true },
  todayFalse: { counted: true, endedToday: true, status: ['false'] },
} satisfies Record<string, Filters>;

/** List, counts and batches of warns. */
export const warnListApi = {
  getWarnList,
  exportWarn: exportOf(getWarnList, {
    path: '/api/warn/exportWarn',
    title: '导出告警',
    permission: 'warn:export',
    columns: {
      no: '编号',
      level: '级别',
      type: '类型',
      status: '状态',
      customerName: '姓名',
      age: '年龄',
      area: '区域',
      address: '住址',
      phone: '电话',
      equipmentSn: '设备编号',
      repeatCount: '次数',
      createdAt: '产生时间',
      occurredAt: '设备时间',
      claimedAt: '接警时间',
      responseSeconds: '响应秒数',
      handlerName: '处理人',
      escalation: '升级',
      overdue: '超时',
      late: '补传',
      test: '测试与演练',
      result: '处置结果',
      progress: '进展',
      finishedAt: '结束时间',
      followUpAt: '回访时间',
    },
    personal: ['address', 'phone'],
  }),
  getWarnCount: post('/api/warn/getWarnCount', {
    title: '告警计数',
    permission: 'warn:list',
    change: false,
    input: {},
    output: strict({
      pending: Type.Integer(),
      handling: Type.Integer(),
      mine: Type.Integer(),
      deviceWork: Type.Integer(),
      followUp: Type.Integer(),
      falseAsked: Type.Integer(),
      /** Maximum number of warns in a leader's batch: the smallest limit of the projects in scope. */
      batchLimit: Type.Integer(),
      today: Type.Integer(),
      todayDone: Type.Integer(),
      /** Share of false warns among today's closed ones, 0–100 with one decimal; null without any. */
      falseRate: nullable(Type.Number()),
      /** Mean and median seconds from reception to 接警 today; null without a claim. */
      responseMean: nullable(Type.Number()),
      responseMedian: nullable(Type.Number()),
      /** Last claimed warn, for the empty queue. */
      last: nullable(
        strict({ customerName: nullable(Type.String()), createdAt: Instant, responseSeconds: Type.Integer() }),
      ),
    }),
  }),
  batchFalse: post('/api/warn/batchFalse', {
    title: '批量误报',
    permission: judge,
    input: { ids: Ids, reason: FalseCode, note: Type.Optional(Note) },
    output: BatchAnswer,
  }),
  batchClaim: post('/api/warn/batchClaim', {
    title: '批量接警',
    permission: judge,
    input: { ids: Ids },
    output: BatchAnswer,
  }),
};

/** Screen of the warns with its list; the other features of warns bring their endpoints. */
export const feature: Feature = {
  title: '告警',
  module: 'warn',
  endpoints: warnListApi,
  screens: [
    {
      path: '/warn/sos',
      title: 'SOS 告警',
      icon: 'siren',
      group: '值守',
      sort: 10,
      component: 'SosScreen',
      wide: true,
      shortTitle: '告警',
      permission: {
        key: 'warn:list',
        title: '查看告警',
        roles: ['area', 'leader', 'operator', 'engineer', 'health', 'viewer'],
      },
      buttons: [
        { key: 'warn:claim', title: '接警与处理', roles: ['area', 'leader', 'operator', 'engineer'] },
        { key: 'warn:export', title: '导出告警', roles: ['area', 'leader'] },
        { key: 'warn:add', title: '登记告警', roles: ['area', 'leader', 'operator'] },
        { key: 'warn:lead', title: '班长审批与重开', roles: ['area', 'leader'] },
        { key: 'warn:judge', title: '核实误报、批量处理与演练', roles: ['area', 'leader'] },
        { key: 'warn:share', title: '分享处置单', roles: ['area', 'leader'] },
        { key: 'warn:device', title: '设备类告警', roles: ['engineer', 'leader'] },
      ],
    },
  ],
};
