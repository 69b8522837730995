import { keysOf } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { Id, Instant, list, nullable, pick, post, strict } from '#shared/endpoint.ts';
import { nightMarks, nightStates } from '#shared/health/night/marks.ts';
import { Type } from '#shared/typebox.ts';

const Day = Type.String({ format: 'date' });
const Seconds = Type.Integer();
const Range = nullable(strict({ min: Type.Number(), avg: Type.Number(), max: Type.Number() }));

/** A night of a device and person; times in seconds, shares in %. Figures of quality are null where their data are missing. */
const row = {
  id: Id,
  customerId: Id,
  customerName: Type.String(),
  equipmentId: Id,
  equipmentName: Type.String(),
  /** Day of waking in `zone`. */
  night: Day,
  zone: Type.String(),
  state: Type.Enum(keysOf(nightStates)),
  bedFrom: Instant,
  asleepFrom: nullable(Instant),
  asleepTo: nullable(Instant),
  /** Null: still in bed. */
  bedTo: nullable(Instant),
  tib: Seconds,
  tst: nullable(Seconds),
  sol: nullable(Seconds),
  waso: nullable(Seconds),
  se: nullable(Type.Number()),
  awake: nullable(Seconds),
  light: nullable(Seconds),
  deep: nullable(Seconds),
  rem: nullable(Seconds),
  awakenings: nullable(Type.Integer()),
  /** Of at least 5 min. */
  longAwakenings: nullable(Type.Integer()),
  exits: Type.Integer(),
  longestExit: Seconds,
  rollovers: nullable(Type.Integer()),
  /** Events per recorded hour, as the device estimates them. */
  breathIndex: nullable(Type.Number()),
  hr: Range,
  rr: Range,
  /** Share of the night with values, %. */
  coverage: Type.Number(),
  met: nullable(Type.Integer()),
  vendorScore: nullable(Type.Number()),
  marks: Type.Array(Type.Enum(keysOf(nightMarks))),
  remark: nullable(Type.String()),
  version: Type.Integer(),
};

const NightRow = strict(row);

const getNightList = {
  ...list('/api/sleep/getNightList', {
    title: '睡眠数据列表',
    permission: 'sleep:list',
    filters: {
      customerId: Type.Optional(Id),
      equipmentId: Type.Optional(Id),
      /** Days of waking; without both: last night. */
      nightFrom: Type.Optional(Type.String({ format: 'date', title: '起始日期' })),
      nightTo: Type.Optional(Type.String({ format: 'date', title: '截止日期' })),
      exitsAbove: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, title: '离床多于' })),
      mark: Type.Optional(Type.Array(Type.Enum(keysOf(nightMarks)), { maxItems: 6, title: '异常' })),
      departmentId: Type.Optional(Id),
      regionCode: Type.Optional(Type.String({ pattern: '^\\d{6,12}$', title: '区域' })),
    },
    sort: ['night', 'name', 'bedFrom', 'bedTo', 'tib', 'tst', 'se', 'met', 'exits', 'breathIndex', 'hr', 'rr'],
    row: NightRow,
  }),
  // It shows health data: each look is in the command log.
  change: true,
};

const Span = strict({ from: Instant, to: Instant });
/** Values of 5 min; a gap is a missing point. */
const Points = Type.Array(strict({ at: Instant, min: Type.Number(), avg: Type.Number(), max: Type.Number() }), {
  maxItems: 400,
});
const Band = nullable(strict({ low: nullable(Type.Number()), high: nullable(Type.Number()) }));
const Usual = Type.Optional(strict({ median: Type.Number(), mad: Type.Number(), nights: Type.Integer() }));

/** Figures that are compared with the person's nights before. */
export const comparedFigures = [
  'tib',
  'tst',
  'sol',
  'waso',
  'se',
  'deep',
  'rem',
  'exits',
  'longestExit',
  'hr',
  'hrMin',
  'rr',
  'breathIndex',
  'rollovers',
] as const;
export type ComparedFigure = (typeof comparedFigures)[number];

const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, title: '版本' });

/** A night on the bars of the last 14. */
const RecentNight = strict({
  ...pick(row, ['id', 'night', 'state', 'bedFrom', 'bedTo', 'exits', 'marks']),
  exitList: Type.Array(Span, { maxItems: 200 }),
});

export const nightApi = {
  getNightList,
  exportNight: exportOf(getNightList, {
    path: '/api/sleep/exportNight',
    title: '导出睡眠数据',
    permission: 'sleep:list',
    columns: {
      customerName: '客户',
      equipmentName: '设备',
      night: '日期（醒来日）',
      state: '状态',
      bedFrom: '上床',
      asleepFrom: '入睡',
      asleepTo: '醒来',
      bedTo: '起床',
      tib: '在床（分）',
      tst: '睡眠（分）',
      sol: '入睡用时（分）',
      waso: '睡着后醒（分）',
      se: '效率 %',
      deep: '深睡（分）',
      light: '浅睡（分）',
      rem: 'REM（分）',
      awake: '清醒（分）',
      met: '达标（共 4 项）',
      vendorScore: '厂商评分',
      hr: '平均心率',
      rr: '平均呼吸',
      exits: '离床（次）',
      rollovers: '翻身（次）',
      breathIndex: '呼吸事件指数',
      coverage: '覆盖 %',
      marks: '异常',
      remark: '备注',
    },
  }),
  getNight: post('/api/sleep/getNight', {
    title: '一夜睡眠',
    permission: 'sleep:list',
    input: { id: Id },
    output: strict({
      ...row,
      customer: strict({
        gender: Type.Integer(),
        age: nullable(Type.Integer()),
        abilityLevel: nullable(Type.Integer()),
        /** Last day on which the assessed level is valid. */
        assessedUntil: nullable(Type.String({ format: 'date' })),
        livingState: nullable(Type.String()),
        photoFileId: nullable(Id),
      }),
      position: nullable(Type.String()),
      /** Recorded time in bed, s, to which the breathing index refers. */
      recorded: Seconds,
      remLatency: nullable(Seconds),
      snore: nullable(Seconds),
      segments: Type.Array(strict({ from: Instant, to: Instant, stage: Type.Integer() }), { maxItems: 3000 }),
      exitList: Type.Array(Span, { maxItems: 200 }),
      /** Time without values; `weak`: only heart and breath are missing. */
      gaps: Type.Array(strict({ from: Instant, to: Instant, weak: Type.Boolean() }), { maxItems: 400 }),
      naps: Type.Array(Span, { maxItems: 100 }),
      ...{ heart: Points, breath: Points, motion: Points },
      /** Normal ranges while asleep. */
      bands: strict({ heart: Band, breath: Band }),
      /** Of the 14 nights before; without 7 of them there is none. */
      baseline: strict(
        Object.fromEntries(comparedFigures.map((name) => [name, Usual])) as Record<ComparedFigure, typeof Usual>,
      ),
      /** Of the 14 nights before, those with a figure of quality. */
      validNights: Type.Integer(),
      /** The night and the 13 before it. */
      recent: Type.Array(RecentNight, { maxItems: 14 }),
      /** Neighbours of the same person. */
      previousId: nullable(Id),
      nextId: nullable(Id),
      /** Night of another device that covers more: the person's. */
      betterId: nullable(Id),
    }),
  }),
  recomputeNight: post('/api/sleep/recomputeNight', {
    title: '重新计算一夜睡眠',
    permission: 'sleep:edit',
    input: { id: Id },
    output: strict({ version: Type.Integer() }),
  }),
  noteNight: post('/api/sleep/noteNight', {
    title: '备注一夜睡眠',
    permission: 'sleep:edit',
    input: {
      id: Id,
      // The command log hides what is entered about health.
      remark: nullable(Type.String({ maxLength: 500, title: '备注', unlogged: true })),
      version,
    },
    output: strict({ version: Type.Integer() }),
  }),
  getSleepTrend: post('/api/sleep/getSleepTrend', {
    title: '睡眠趋势',
    permission: 'sleep:list',
    input: { customerId: Id, days: Type.Enum([7, 30, 90], { title: '天数' }) },
    /** The person's nights, oldest first, one a day. */
    output: Type.Array(NightRow, { maxItems: 100 }),
  }),
};
