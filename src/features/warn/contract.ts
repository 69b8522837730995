import { addressProps } from '#shared/address.ts';
import {
  confirmedBys,
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
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

export const WarnTypeCode = Type.Enum(keysOf(warnTypes), { title: '类型', dictionary: 'warn_type' });
/** Types that an operator may enter: a health warn comes from a rule. */
export const addedTypes = keysOf(warnTypes).filter((type) => type !== 'health');
export const WarnStatusCode = Type.Enum(keysOf(warnStatuses), { title: '状态', dictionary: 'warn_status' });
export const WarnLevelCode = Type.Integer({ minimum: 1, maximum: 4, title: '级别', dictionary: 'warn_level' });
const Reason = Type.String({ minLength: 1, maxLength: 500, title: '原因' });
const Phone = Type.String({ pattern: '^[0-9+*#-]{3,20}$', title: '电话', msg: '号码格式不正确' });

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
  /** Last day of the ability level. */
  assessedUntil: nullable(Type.String({ format: 'date' })),
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

/** What ends the follow-up of a customer taken to hospital; null for other warns. */
export const FollowUpTerms = nullable(
  strict({
    /** End of the obligation, 72 h after closing; before it a reached customer only moves the follow-up on. */
    until: Instant,
    /**
     * Whether a connected call to the customer or a contact is on record since closing, or since the last one was
     * reached.
     */
    called: Type.Boolean(),
  }),
);

/** Figures of one user today. */
const SeatFigures = strict({
  userId: Id,
  /** Number of claimed warns; a warn claimed repeatedly counts once. */
  taken: Type.Integer(),
  calls: Type.Integer(),
  falseCount: Type.Integer(),
});

/** Vital sign on the desk. */
export const WarnReading = strict({
  kind: Type.Enum(['systolic', 'diastolic', 'heart_rate', 'spo2', 'temperature']),
  value: Type.Number(),
  at: Instant,
});

const claim = 'warn:claim';

export const warnApi = {
  claimWarn: post('/api/warn/claimWarn', { title: '接警', permission: claim, input: { id: Id }, output: WarnRow }),
  releaseWarn: post('/api/warn/releaseWarn', {
    title: '释放',
    permission: claim,
    input: { id: Id, reason: Reason },
    output: WarnRow,
  }),
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
  addWarn: post('/api/warn/addWarn', {
    title: '登记告警',
    permission: 'warn:add',
    input: {
      customerId: Type.Optional(Id),
      phone: Type.Optional(Phone),
      type: Type.Enum(addedTypes, { title: '类型', dictionary: 'warn_type' }),
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
};

export const feature: Feature = {
  title: '告警',
  labels: { 'warn.confirmed_by': confirmedBys, 'warn.family': warnFamilies },
  endpoints: warnApi,
  screens: [],
};
