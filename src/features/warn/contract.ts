import { UnmaskedCustomer } from '#features/customer/contract.ts';
import { DeviceCard, DeviceThen, LastPosition, OtherPosition } from '#features/equipment/contract.ts';
import { Notification } from '#features/notification/contract.ts';
import { addressProps } from '#shared/address.ts';
import {
  callResults,
  confirmedBys,
  dispatchKinds,
  dispatchStates,
  falseReasons,
  keysOf,
  leaveKinds,
  serviceStates,
  stepKinds,
  warnFamilies,
  warnResults,
  warnStatuses,
  warnTypes,
} from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { Id, Instant, list, Moment, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';
import { receiptApi } from './contract/receipt.ts';
import {
  ClosingRefused,
  EmergencyCustomer,
  FollowUpTerms,
  LocationConsent,
  SeatFigures,
  WarnClock,
  WarnDispatch,
  WarnLimits,
  WarnReading,
  WarnTrack,
} from './contract/shapes.ts';

export { FollowUpTerms };
export const WarnTypeCode = Type.Enum(keysOf(warnTypes), { title: '类型', dictionary: 'warn_type' });
export const WarnStatusCode = Type.Enum(keysOf(warnStatuses), { title: '状态', dictionary: 'warn_status' });
export const WarnLevelCode = Type.Integer({ minimum: 1, maximum: 4, title: '级别', dictionary: 'warn_level' });
const Reason = Type.String({ minLength: 1, maxLength: 500, title: '原因' });
const Note = Type.String({ maxLength: 500, title: '备注' });
const FalseCode = Type.Enum(keysOf(falseReasons), { title: '误报原因' });
export const reportLength = 10;
const Report = Type.String({ maxLength: 2000, title: '事件报告' });
const Ids = Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true, title: '告警', msg: '请选择告警' });
const Phone = Type.String({ pattern: '^[0-9+*#-]{3,20}$', title: '电话', msg: '号码格式不正确' });

/**
 * Customers at the highest risk, up to the print limit; `total` counts active customers in scope, and a file has up to
 * 50,000.
 */
const EmergencyRows = strict({ total: Type.Integer(), people: Type.Array(EmergencyCustomer) });

const FalseRequest = strict({
  at: Instant,
  userId: Id,
  userName: Type.String(),
  reason: Type.Enum(keysOf(falseReasons)),
  note: nullable(Type.String()),
});

/** Row of the list, queue card, banner and body of a live event. Its phones are masked. */
export const WarnRow = strict({
  id: Id,
  no: Type.String(),
  type: WarnTypeCode,
  family: Type.Enum(keysOf(warnFamilies)),
  level: WarnLevelCode,
  status: WarnStatusCode,
  customerId: nullable(Id),
  customerName: nullable(Type.String()),
  gender: nullable(Type.Integer()),
  age: nullable(Type.Integer()),
  livingState: nullable(Type.String()),
  abilityLevel: nullable(Type.Integer()),
  ...addressProps,
  /** 独居, 心脏病史, 青霉素过敏 …, most important first. */
  flags: Type.Array(Type.String()),
  keyHolder: nullable(Type.String()),
  /** Service state of the customer: a warn rings in every state, and shows it. */
  serviceState: nullable(Type.Enum(keysOf(serviceStates))),
  /** Current leave of the customer, with the expected return. */
  away: nullable(strict({ kind: Type.Enum(keysOf(leaveKinds)), expectedReturn: Instant })),
  phone: nullable(Type.String()),
  equipmentId: nullable(Id),
  equipmentSn: nullable(Type.String()),
  equipmentName: nullable(Type.String()),
  repeatCount: Type.Integer(),
  createdAt: Instant,
  occurredAt: nullable(Instant),
  receivedAt: Instant,
  lastAt: Instant,
  /** Claim by the current handler; null again after a release or transfer. */
  claimedAt: nullable(Instant),
  /** First claim, to which 响应 and 及时率 count, whatever happens afterwards. */
  firstClaimedAt: nullable(Instant),
  finishedAt: nullable(Instant),
  followUpAt: nullable(Instant),
  handlerId: nullable(Id),
  handlerName: nullable(Type.String()),
  escalation: Type.Integer(),
  /** Time of the ladder's next rung, null when none is due. */
  nextRungAt: nullable(Instant),
  nextRung: nullable(Type.String()),
  /** Condition of the next rung: 无人接警, 没有新进展 …; null without a rung. */
  nextRungIf: nullable(Type.String()),
  /** Backlog frame of any age, or more than 5 minutes between device and reception (domain.md 3.7). */
  late: Type.Boolean(),
  /** Whether the warn was raised without sound: an old backlog. */
  silent: Type.Boolean(),
  overdue: Type.Boolean(),
  result: nullable(Type.Enum(keysOf(warnResults))),
  falseReason: nullable(Type.Enum(keysOf(falseReasons))),
  /** Whether it was raised in a drill or closed as a test: excluded from all figures. */
  test: Type.Boolean(),
  /** 误报 request that a leader has not answered yet. */
  falseAsked: nullable(FalseRequest),
  /** Number of other open warns of the customer. */
  otherOpen: Type.Integer(),
  /** Seat to which the warn is offered, by the ladder or by a user. */
  offeredTo: nullable(Id),
  /** 派单进展 or the last step as short text, for the queue card. */
  progress: nullable(Type.String()),
  demo: Type.Boolean(),
  /** Time zone of the warn's project, for its times. */
  timeZone: Type.String(),
  /** Address range of an unregistered number, 203.0.113.0/24. */
  origin: nullable(Type.String()),
  /** Count of unregistered numbers that this warn collects; null for every other warn. */
  numbers: nullable(Type.Integer()),
  version: Type.Integer(),
});

export const WarnStep = strict({
  id: Id,
  kind: Type.Enum(keysOf(stepKinds)),
  at: Instant,
  userId: nullable(Id),
  userName: nullable(Type.String()),
  note: nullable(Type.String()),
  /** call: phone, contactName, result, seconds; dispatch: dispatchId, name, phone, kind, state; escalated: rung, whom; … */
  data: Type.Record(Type.String(), Type.Unknown()),
});

const DraftKind = Type.Enum(['note', 'call', 'close'], { title: '草稿' });

/** Detail of one warn for the desk; the command log records the access. */
export const WarnDetail = strict({
  ...WarnRow.properties,
  /**
   * Whether phones and health are unmasked: for the handler, while the warn is open and until its follow-up is done
   * (domain.md 3.5).
   */
  whole: Type.Boolean(),
  customer: nullable(UnmaskedCustomer),
  equipment: nullable(DeviceCard),
  otherEquipment: Type.Array(DeviceCard),
  position: nullable(LastPosition),
  locationConsent: LocationConsent,
  otherPosition: nullable(OtherPosition),
  /** Newest value of each kind within 7 days, in the unit of its kind; empty for viewers who may not claim warns. */
  readings: Type.Array(WarnReading),
  steps: Type.Array(WarnStep),
  /** Latest unregistered numbers of a collecting warn, newest press first. */
  strangers: Type.Array(strict({ number: Type.String(), at: Instant })),
  dispatches: Type.Array(WarnDispatch),
  /** Why a responder cannot receive a dispatch link; null: links are sent by SMS. */
  linkRefusal: nullable(Type.String()),
  /** Notifications outside this page with their delivery state, newest first. */
  notifications: Type.Array(Notification),
  recent: Type.Array(
    strict({
      id: Id,
      no: Type.String(),
      type: WarnTypeCode,
      level: WarnLevelCode,
      status: WarnStatusCode,
      createdAt: Instant,
      result: nullable(Type.String()),
    }),
  ),
  /** The clock of domain.md 7.3 in ms since reception, null until reached. */
  clock: WarnClock,
  /** Limits of the project in seconds. */
  limits: WarnLimits,
  /** Stations and responders within 50 km of the last position or without a known position; distance in metres. */
  nearby: Type.Array(
    strict({
      name: Type.String(),
      phone: nullable(Type.String()),
      kind: Type.Enum(keysOf(dispatchKinds)),
      distance: nullable(Type.Integer()),
      lat: nullable(Type.Number()),
      lng: nullable(Type.Number()),
    }),
  ),
  /** Nearest known station at any distance, metres from the last position; null without a station or position. */
  nearest: nullable(strict({ name: Type.String(), distance: Type.Integer() })),
  /** Response plan of the type (domain.md 7.6). */
  plan: Type.Array(Type.String()),
  /** Time of closing at which position, vitals and devices were stored; null while open. */
  keptAt: nullable(Instant),
  /** State of the device when it rang. */
  raisedDevice: nullable(DeviceThen),
  /** Proof on record for 误报: connected calls of this warn, and an open drill that covers the device. */
  proof: strict({ elder: Type.Boolean(), family: Type.Boolean(), drill: Type.Boolean() }),
  /** Whether the platform's administrator was notified: closing then requires the report. */
  reportNeeded: Type.Boolean(),
  incidentReport: nullable(Type.String()),
  /** What closing still lacks, in Chinese; closing is refused until it is empty. */
  missing: Type.Array(Type.String()),
  refused: ClosingRefused,
  followUpTerms: FollowUpTerms,
  /** Unsubmitted drafts of the current or an earlier handler; empty for other viewers. */
  drafts: Type.Array(
    strict({ kind: DraftKind, body: Type.String(), userId: Id, userName: Type.String(), at: Instant }),
  ),
});

/** Result per id, in order: the changed warn, or why nothing was done. */
const BatchAnswer = Type.Array(Type.Union([WarnRow, strict({ id: Id, msg: Type.String() })]));

const claim = 'warn:claim';
const judge = 'warn:judge';

const getWarnList = list('/api/warn/getWarnList', {
  title: '告警列表',
  permission: 'warn:list',
  filters: {
    no: Type.Optional(Type.String({ maxLength: 30, title: '编号' })),
    status: Type.Optional(Type.Array(WarnStatusCode, { maxItems: 4, title: '状态' })),
    type: Type.Optional(Type.Array(WarnTypeCode, { maxItems: 24, title: '类型' })),
    level: Type.Optional(Type.Array(WarnLevelCode, { maxItems: 4, title: '级别' })),
    family: Type.Optional(Type.Array(Type.Enum(keysOf(warnFamilies)), { maxItems: 3, title: '类别' })),
    equipmentSn: Type.Optional(Type.String({ maxLength: 32, title: '设备编号' })),
    customerId: Type.Optional(Id),
    handlerId: Type.Optional(Id),
    mine: Type.Optional(Type.Boolean({ title: '我的' })),
    waiting: Type.Optional(Type.Boolean({ title: '待接警' })),
    deviceWork: Type.Optional(Type.Boolean({ title: '设备运维' })),
    followUp: Type.Optional(Type.Boolean({ title: '待回访' })),
    test: Type.Optional(Type.Boolean({ title: '测试与演练' })),
    /** Filter for figures: no test, no drill, no device work. */
    counted: Type.Optional(Type.Boolean({ title: '计入统计' })),
    falseAsked: Type.Optional(Type.Boolean({ title: '待班长核实' })),
    departmentId: Type.Optional(Id),
    projectId: Type.Optional(Id),
    overdue: Type.Optional(Type.Boolean({ title: '是否超时' })),
    escalated: Type.Optional(Type.Boolean({ title: '是否升级' })),
    result: Type.Optional(Type.Array(Type.Enum(keysOf(warnResults)), { maxItems: 12, title: '处置结果' })),
    falseReason: Type.Optional(Type.Array(Type.Enum(keysOf(falseReasons)), { maxItems: 8, title: '误报原因' })),
    /** Instant, or day of the warn's project. */
    createdFrom: Type.Optional(Type.String({ ...Moment, title: '发生时间起' })),
    createdTo: Type.Optional(Type.String({ ...Moment, title: '发生时间止' })),
    /** Raised today, by the calendar of the warn's project. */
    today: Type.Optional(Type.Boolean({ title: '今天' })),
    /** Whether a follow-up is overdue. */
    followUpDue: Type.Optional(Type.Boolean({ title: '回访已到期' })),
    /** Whether the warn is from an unregistered number. */
    unregistered: Type.Optional(Type.Boolean({ title: '未登记设备' })),
  },
  sort: ['createdAt', 'level', 'escalation', 'repeatCount', 'claimedAt', 'customerName', 'no'],
  row: WarnRow,
});

export const warnApi = {
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
  getWarn: post('/api/warn/getWarn', {
    title: '告警详情',
    permission: 'warn:list',
    input: { id: Id },
    output: WarnDetail,
  }),
  revealWarn: post('/api/warn/revealWarn', {
    title: '查看告警完整资料',
    permission: 'pii:reveal',
    input: { id: Id, reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200, title: '原因' })) },
    output: WarnDetail,
  }),
  getWarnTrack: post('/api/warn/getWarnTrack', {
    title: '告警轨迹',
    permission: claim,
    change: false,
    input: { id: Id },
    output: WarnTrack,
  }),
  locateWarn: post('/api/warn/locateWarn', {
    title: '立即定位',
    permission: claim,
    input: { id: Id },
    output: WarnTrack,
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
  claimWarn: post('/api/warn/claimWarn', { title: '接警', permission: claim, input: { id: Id }, output: WarnRow }),
  releaseWarn: post('/api/warn/releaseWarn', {
    title: '释放',
    permission: claim,
    input: { id: Id, reason: Reason },
    output: WarnRow,
  }),
  addWarnCall: post('/api/warn/addWarnCall', {
    title: '记录呼叫',
    permission: claim,
    input: {
      id: Id,
      contactId: Type.Optional(Id),
      phone: Type.Optional(Phone),
      /** Absent at the dial: the call is recorded before it has a result, and finishWarnCall completes it. */
      result: Type.Optional(Type.Enum(keysOf(callResults), { title: '通话结果' })),
      note: Type.Optional(Note),
      /** Dial time, to which the clock counts; default: now. */
      startedAt: Type.Optional(Type.String({ ...Instant, title: '呼叫时间' })),
      seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, title: '通话秒数' })),
    },
    output: WarnStep,
  }),
  finishWarnCall: post('/api/warn/finishWarnCall', {
    title: '填写通话结果',
    permission: claim,
    input: {
      id: Id,
      /** Step returned by addWarnCall. */
      stepId: Id,
      result: Type.Enum(keysOf(callResults), { title: '通话结果' }),
      note: Type.Optional(Note),
      seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, title: '通话秒数' })),
    },
    output: WarnStep,
  }),
  addWarnNote: post('/api/warn/addWarnNote', {
    title: '加备注',
    permission: claim,
    input: { id: Id, note: Type.String({ minLength: 1, maxLength: 500, title: '备注' }) },
    output: WarnStep,
  }),
  keepWarnDraft: post('/api/warn/keepWarnDraft', {
    title: '保存草稿',
    permission: claim,
    change: false,
    /** JSON of the draft; null deletes it. */
    input: { id: Id, kind: DraftKind, body: nullable(Type.String({ maxLength: 8000, title: '内容' })) },
    output: strict({ kept: Type.Boolean() }),
  }),
  dispatchWarn: post('/api/warn/dispatchWarn', {
    title: '派单',
    permission: claim,
    input: {
      id: Id,
      name: Type.String({ minLength: 1, maxLength: 50, title: '派给谁' }),
      phone: Type.Optional(Phone),
      kind: Type.Enum(keysOf(dispatchKinds), { title: '类别' }),
      note: Type.Optional(Note),
    },
    output: WarnStep,
  }),
  updateWarnDispatch: post('/api/warn/updateWarnDispatch', {
    title: '派单进展',
    permission: claim,
    input: {
      id: Id,
      dispatchId: Id,
      state: Type.Enum(keysOf(dispatchStates), { title: '进展' }),
      note: Type.Optional(Note),
    },
    output: WarnStep,
  }),
  ...receiptApi,
  transferWarn: post('/api/warn/transferWarn', {
    title: '转派',
    permission: claim,
    input: {
      id: Id,
      userId: Type.Optional(Id),
      departmentId: Type.Optional(Id),
      reason: Reason,
      /** Offer as shown to the caller: 409 with `offeredTo` if a user has assigned it to another user since. */
      offeredTo: Type.Optional(nullable(Type.String({ ...Id, title: '指派给' }))),
    },
    output: WarnRow,
  }),
  falseWarn: post('/api/warn/falseWarn', {
    title: '误报',
    permission: claim,
    input: {
      id: Id,
      reason: FalseCode,
      confirmedBy: Type.Enum(keysOf(confirmedBys), { title: '由谁核实' }),
      note: Type.Optional(Note),
      incidentReport: Type.Optional(Report),
    },
    output: WarnRow,
  }),
  askFalseWarn: post('/api/warn/askFalseWarn', {
    title: '请班长核实误报',
    permission: claim,
    input: { id: Id, reason: FalseCode, note: Type.Optional(Note), incidentReport: Type.Optional(Report) },
    output: WarnRow,
  }),
  answerFalseWarn: post('/api/warn/answerFalseWarn', {
    title: '答复误报申请',
    permission: judge,
    input: {
      id: Id,
      accept: Type.Boolean({ title: '同意' }),
      note: Type.Optional(Note),
      incidentReport: Type.Optional(Report),
    },
    output: WarnRow,
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
  closeWarn: post('/api/warn/closeWarn', {
    title: '结案',
    permission: claim,
    input: {
      id: Id,
      result: Type.Enum(keysOf(warnResults), { title: '处置结果' }),
      note: Type.String({ minLength: 5, maxLength: 500, title: '处理说明', msg: '处理说明至少5个字' }),
      familyTold: Type.Boolean({ title: '已告知家属' }),
      familyNote: Type.Optional(Type.String({ maxLength: 500, title: '未告知家属的原因' })),
      noContactReason: Type.Optional(Type.String({ maxLength: 500, title: '没有联系任何人的原因' })),
      followUpAt: Type.Optional(nullable(Type.String({ ...Instant, title: '回访时间' }))),
      incidentReport: Type.Optional(Report),
    },
    output: WarnRow,
  }),
  reopenWarn: post('/api/warn/reopenWarn', {
    title: '重开',
    permission: 'warn:lead',
    input: { id: Id, reason: Reason },
    output: WarnRow,
  }),
  addWarn: post('/api/warn/addWarn', {
    title: '登记告警',
    permission: 'warn:add',
    input: {
      customerId: Type.Optional(Id),
      phone: Type.Optional(Phone),
      type: WarnTypeCode,
      level: WarnLevelCode,
      occurredAt: Type.String({ ...Instant, title: '发生时间' }),
      address: Type.Optional(Type.String({ maxLength: 200, title: '地址' })),
      note: Type.String({ minLength: 1, maxLength: 500, title: '说明' }),
    },
    output: WarnRow,
  }),
  finishFollowUp: post('/api/warn/finishFollowUp', {
    title: '完成回访',
    permission: claim,
    input: {
      id: Id,
      note: Type.String({ minLength: 1, maxLength: 500, title: '回访记录' }),
      again: Type.Optional(Type.String({ ...Instant, title: '再次回访时间' })),
    },
    output: WarnRow,
  }),
  getTransferTarget: post('/api/warn/getTransferTarget', {
    title: '可转派的人',
    permission: claim,
    change: false,
    input: { id: Id },
    output: strict({
      users: Type.Array(
        strict({
          id: Id,
          name: Type.String(),
          /** Null if the department is outside the viewer's scope. */
          departmentName: nullable(Type.String()),
          online: Type.Boolean(),
          openCount: Type.Integer(),
        }),
      ),
      departments: Type.Array(strict({ id: Id, name: Type.String() })),
    }),
  }),
  /**
   * Figures per user since midnight of the warn's project, of warns raised since the day before; users without any are
   * left out.
   */
  getSeatFigures: post('/api/warn/getSeatFigures', {
    title: '坐席今日指标',
    permission: 'seat:list',
    change: false,
    input: {},
    output: Type.Array(SeatFigures),
  }),
  /** Creates a personal file for a day, or records that the list was printed; either ends the weekly reminder. */
  takeEmergencyList: post('/api/warn/takeEmergencyList', {
    title: '下载或打印应急名单',
    permission: 'warn:judge',
    input: { way: Type.Enum(['file', 'print'], { title: '方式' }) },
    output: strict({ fileId: nullable(Id) }),
  }),
  getEmergencyList: post('/api/warn/getEmergencyList', {
    title: '应急名单',
    permission: 'warn:judge',
    /** Time at which the list was opened from the cached copy, because the server did not answer. */
    input: { openedAt: Type.Optional(Type.String({ ...Instant, title: '打开时间' })) },
    output: EmergencyRows,
  }),
  /** Returns the list for the page's cache, for use without the server: the command log has it as 自动缓存. */
  cacheEmergencyList: post('/api/warn/cacheEmergencyList', {
    title: '应急名单缓存',
    permission: 'warn:judge',
    input: {},
    output: EmergencyRows,
  }),
};

export const feature: Feature = {
  title: '告警',
  labels: { 'warn.confirmed_by': confirmedBys, 'warn.family': warnFamilies },
  endpoints: warnApi,
  screens: [],
};
