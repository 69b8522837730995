import { keysOf, warnLevels, warnTypes } from '#shared/codes.ts';
import { list as endpointList, Id, Instant, Moment, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

/** Items of the score sheet with their maximum points; 100 in total (domain.md 8.9). */
export const qualityItems = {
  response: { title: '接警与首呼', max: 20, hint: '在时限内接警，接警后马上回呼' },
  contact: { title: '核实情况', max: 20, hint: '问清人在哪里、伤在哪里、能不能动' },
  family: { title: '告知家属', max: 15, hint: '按顺序联系，没有告知的写明原因' },
  handling: { title: '处置得当', max: 25, hint: '按预案派单、代呼，跟到到场' },
  record: { title: '记录完整', max: 20, hint: '每通电话有结果，说明写清楚' },
} as const;
export type QualityItem = keyof typeof qualityItems;

export const sampleStates = { waiting: '待评', passed: '通过', returned: '退回' } as const;
export const sampleRules = { escalated: '升级必检', share: '抽样', chosen: '班长抽检' } as const;

const itemKeys = keysOf(qualityItems);
const Points = strict(
  Object.fromEntries(
    itemKeys.map((key) => {
      const { title, max } = qualityItems[key];
      return [key, Type.Integer({ minimum: 0, maximum: max, title, msg: `「${title}」为0至${max}分` })];
    }),
  ) as Record<QualityItem, ReturnType<typeof Type.Integer>>,
  '评分',
);

const read = { editable: false } as const;
const looked = { editable: false, dbColumn: false } as const;

/** A closed warn sampled for quality review. */
export const sample = resource(
  'qualitySample',
  '质检',
  {
    warnId: field(Type.String({ ...Id, title: '告警' }), { ...read, column: false, export: false }),
    warnNo: field(Type.String({ title: '告警' }), { ...looked, column: { width: 136, fixed: 'left' } }),
    type: field(Type.Enum(keysOf(warnTypes), { title: '类型' }), {
      ...{ ...looked, labels: warnTypes },
      column: { width: 88 },
    }),
    level: field(Type.Enum([1, 2, 3, 4], { title: '级别' }), { ...looked, labels: warnLevels, column: { width: 72 } }),
    operatorId: field(Type.String({ ...Id, title: '处理人' }), {
      ...{ ...read, filter: 'one' },
      ...{ column: false, export: false },
    }),
    operatorName: field(Type.String({ title: '处理人' }), { ...looked, column: { width: 96 } }),
    finishedAt: field(Type.String({ ...Instant, title: '结束时间' }), { ...read, sort: true, column: { width: 120 } }),
    rule: field(Type.Enum(keysOf(sampleRules), { title: '抽检' }), {
      ...{ ...read, labels: sampleRules, filter: 'many' },
      column: { width: 96 },
    }),
    state: field(Type.Enum(keysOf(sampleStates), { title: '结论' }), {
      ...{ ...read, labels: sampleStates, filter: 'many' },
      column: { width: 80 },
    }),
    total: field(Type.Integer({ minimum: 0, maximum: 100, title: '得分' }), {
      ...{ ...read, nullable: true, sort: true },
      column: { width: 72, align: 'right' },
    }),
    points: field(Points, { ...read, nullable: true, column: false, export: false }),
    passed: field(Type.Boolean({ title: '结论' }), { ...looked, nullable: true, column: false, export: false }),
    comment: field(Type.String({ title: '评语' }), { ...read, nullable: true, column: { width: 168 } }),
    scoredByName: field(Type.String({ title: '评分人' }), {
      ...looked,
      nullable: true,
      column: { width: 88, hidden: true },
    }),
    scoredAt: field(Type.String({ ...Instant, title: '评分时间' }), {
      ...read,
      nullable: true,
      column: { width: 136, hidden: true },
    }),
    seenAt: field(Type.String({ ...Instant, title: '本人已阅' }), {
      ...read,
      nullable: true,
      column: { width: 136, hidden: true },
    }),
    reply: field(Type.String({ title: '本人说明' }), { ...read, nullable: true, column: { width: 144 } }),
  },
  { owners: ['createdBy', 'operatorId'], of: 'quality' },
);

const Seconds = nullable(Type.Integer());
const Count = Type.Integer();

/** Facts of a warn for the sheet: seconds from its arrival, null when the step did not happen. */
const SampleFacts = strict({
  ...sample.row.properties,
  claimLimit: Count,
  /** Whether the first claim, or the end without one, was past the claim limit. */
  overdue: Type.Boolean(),
  claimSeconds: Seconds,
  callSeconds: Seconds,
  reachedSeconds: Seconds,
  familySeconds: Seconds,
  arrivedSeconds: Seconds,
  finishedSeconds: Seconds,
  calls: Count,
  reached: Count,
  escalation: Count,
  result: nullable(Type.String()),
});

/** Days of the operators' figures without a requested span, today included. */
export const figureDays = 30;

/**
 * Lists of one operator's figures with their filters; span and department are added. Calls have no list; the seconds and
 * the mean of points are no counts.
 */
export const figureLists = {
  taken: { list: 'warn', filters: (id: string) => ({ counted: true, claimedBy: id }) },
  first: { list: 'warn', filters: (id: string) => ({ counted: true, firstClaimedBy: id }) },
  inTime: { list: 'warn', filters: (id: string) => ({ counted: true, firstClaimedBy: id, inTime: true }) },
  falseCount: { list: 'warn', filters: (id: string) => ({ counted: true, falseBy: id }) },
  followUps: { list: 'followUp', filters: (id: string) => ({ view: 'done', doneById: id }) },
  scored: {
    list: 'sample',
    filters: (id: string) => ({ counted: true, operatorId: id, state: ['passed', 'returned'] }),
  },
  passed: { list: 'sample', filters: (id: string) => ({ counted: true, operatorId: id, state: ['passed'] }) },
} as const;

/** Names of the span in each of these lists. */
export const spanFields = {
  warn: ['createdFrom', 'createdTo'],
  followUp: ['doneFrom', 'doneTo'],
  sample: ['warnFrom', 'warnTo'],
} as const;

const OperatorFigures = strict({
  /** Id of the user. */
  id: Id,
  userId: Id,
  userName: Type.String(),
  /** Number of claimed warns; a warn that came back counts once. */
  taken: Count,
  /** First claims within the limit of project and level: not overdue. */
  inTime: Count,
  /** Number of first claims; the seconds run from arrival to claim. */
  first: Count,
  medianSeconds: nullable(Type.Number()),
  p90Seconds: nullable(Type.Number()),
  calls: Count,
  /** Number of connected calls. */
  reached: Count,
  /** Number of warns marked as 误报. */
  falseCount: Count,
  /** Follow-ups done within the span. */
  followUps: Count,
  scored: Count,
  passed: Count,
  /** Mean of the points; null without scored warns. */
  meanPoints: nullable(Type.Number()),
});

const list = sample.list({
  permission: 'quality:list',
  filters: {
    /** Time when the warn was closed. */
    from: Type.Optional(Type.String({ ...Instant, title: '结束时间起' })),
    to: Type.Optional(Type.String({ ...Instant, title: '结束时间止' })),
    /** Time when the warn was raised: instant, or day of its project. */
    warnFrom: Type.Optional(Type.String({ ...Moment, title: '告警时间起' })),
    warnTo: Type.Optional(Type.String({ ...Moment, title: '告警时间止' })),
    /** Whether the warn counts in figures. */
    counted: Type.Optional(Type.Boolean({ title: '计入统计' })),
    /** With its subtree. */
    departmentId: Type.Optional(Id),
    projectId: Type.Optional(Id),
  },
});

export const qualityApi = {
  getSampleList: { ...list, path: '/api/quality/getSampleList' },
  getSample: post('/api/quality/getSample', {
    title: '质检详情',
    permission: 'quality:list',
    change: false,
    input: { id: Id },
    output: SampleFacts,
  }),
  /** Score of a warn, for its printed sheet; null when not scored or not visible to the viewer. */
  getWarnScore: post('/api/quality/getWarnScore', {
    title: '告警的质检得分',
    permission: 'quality:list',
    change: false,
    input: { warnId: Id },
    output: nullable(
      strict({
        state: Type.Enum(keysOf(sampleStates)),
        total: Type.Integer(),
        scoredByName: nullable(Type.String()),
        scoredAt: nullable(Instant),
      }),
    ),
  }),
  /** Samples a closed warn by its number; an existing sample is returned unchanged. */
  chooseSample: post('/api/quality/chooseSample', {
    title: '抽检',
    permission: 'quality:score',
    input: { warnNo: Type.String({ minLength: 1, maxLength: 40, title: '告警编号', msg: '请填写告警编号' }) },
    output: strict({ id: Id, known: Type.Boolean() }),
  }),
  /** 409 after a concurrent score; with the version shown there it is scored again. */
  scoreSample: post('/api/quality/scoreSample', {
    title: '质检评分',
    permission: 'quality:score',
    input: {
      id: Id,
      version: Type.Optional(Type.Integer({ minimum: 1, title: '版本' })),
      points: Points,
      passed: Type.Boolean({ title: '结论' }),
      comment: Type.Optional(Type.String({ maxLength: 500, title: '评语' })),
    },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  /** 已阅: the operator has read the score and may reply; the scorer is notified of a reply. */
  seeSample: post('/api/quality/seeSample', {
    title: '质检已阅',
    permission: 'quality:list',
    input: { id: Id, reply: Type.Optional(Type.String({ maxLength: 500, title: '本人说明' })) },
    output: NoData,
  }),
  /** Figures of warns in the span, by default the last 30 days; viewers who may not score see only their own. */
  getOperatorFigures: endpointList('/api/quality/getOperatorFigures', {
    title: '坐席指标',
    permission: 'quality:list',
    filters: {
      /** Instant, or day of the warn's project. */
      from: Type.Optional(Type.String({ ...Moment, title: '起' })),
      to: Type.Optional(Type.String({ ...Moment, title: '止' })),
      /** With its subtree. */
      departmentId: Type.Optional(Id),
    },
    sort: ['taken', 'inTime', 'medianSeconds', 'p90Seconds', 'calls', 'falseCount', 'followUps', 'meanPoints'],
    row: OperatorFigures,
  }),
};

export const feature: Feature = {
  title: '质检',
  labels: {
    'quality_sample.rule': sampleRules,
    'quality_sample.state': sampleStates,
  },
  endpoints: qualityApi,
  screens: [
    {
      path: '/warn/sos/quality',
      title: '质检',
      icon: 'list',
      group: '值守',
      sort: 16,
      component: 'QualityScreen',
      hidden: true,
      permission: { key: 'quality:list', title: '查看质检', roles: ['area', 'leader', 'operator'] },
      buttons: [{ key: 'quality:score', title: '质检评分', roles: ['area', 'leader'] }],
    },
  ],
};
