import { chronicDiseases, keysOf } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { news2Parts } from '#shared/health/news2.ts';
import { enteredKinds, keysOfKinds, meals, readingKinds } from '#shared/health/readingKinds.ts';
import { Type } from '#shared/typebox.ts';

const Kind = Type.Enum(keysOfKinds, { title: '体征' });
const MealCode = Type.Enum(keysOf(meals), { title: '餐别' });
/** Null: normal; 3 关注, 2 预警, 1 紧急. */
const Level = nullable(Type.Enum([1, 2, 3], { title: '等级' }));
const SourceId = Type.String({ ...Id, title: '来源' });
const Unit = Type.String({ minLength: 1, maxLength: 12, title: '单位' });
const kindProperties = <T>(of: (title: string) => T) =>
  Object.fromEntries(enteredKinds.map((kind) => [kind, of(readingKinds[kind].title)])) as Record<
    (typeof enteredKinds)[number],
    T
  >;

// The command log hides what is measured and why.
const unlogged = { unlogged: true } as const;

const Values = {
  ...strict(
    kindProperties((title) => Type.Optional(Type.Number({ title }))),
    '数值',
  ),
  ...unlogged,
};
/** One unit for all values, or one for each kind. */
const Units = Type.Union([Unit, strict(kindProperties(() => Type.Optional(Unit)))], { title: '单位' });
const Levels = strict({ ...kindProperties(() => Type.Optional(Level)), bmi: Type.Optional(Level) });
const News2 = strict({
  total: nullable(Type.Integer()),
  risk: nullable(Type.Enum(['low', 'low_medium', 'medium', 'high'])),
  points: strict({
    breath_rate: Type.Optional(Type.Integer()),
    spo2: Type.Optional(Type.Integer()),
    oxygen: Type.Optional(Type.Integer()),
    systolic: Type.Optional(Type.Integer()),
    heart_rate: Type.Optional(Type.Integer()),
    consciousness: Type.Optional(Type.Integer()),
    temperature: Type.Optional(Type.Integer()),
  }),
  missing: Type.Array(Type.Enum([...news2Parts]), { maxItems: 7 }),
});

const entry = {
  customerId: Type.String({ ...Id, title: '客户' }),
  /** The kind of all values; of pressures either. */
  kind: Type.Optional(Kind),
  /** Values of one instant. */
  values: Values,
  unit: Type.Optional(Units),
  measuredAt: Type.String({ ...Instant, title: '测量时间' }),
  meal: Type.Optional(MealCode),
  remark: Type.Optional(Type.String({ maxLength: 200, title: '备注', ...unlogged })),
  /** Needed for values older than 30 days. */
  lateReason: Type.Optional(Type.String({ maxLength: 200, title: '补录原因', ...unlogged })),
  /** Replaces values that a person entered in the same minute. */
  overwrite: Type.Optional(Type.Boolean({ title: '覆盖' })),
};
const added = {
  level: Level,
  valid: Type.Boolean(),
  levels: Levels,
  at: Instant,
  news2: Type.Optional(News2),
};

const BandPart = strict({
  level: Type.Enum([1, 2, 3], { title: '等级' }),
  from: Type.Optional(Type.Number({ minimum: -1000, maximum: 1_000_000, title: '起' })),
  to: Type.Optional(Type.Number({ minimum: -1000, maximum: 1_000_000, title: '止' })),
});
const BandMeal = Type.Enum(['fasting', 'after_2h'], { title: '餐别' });
const Chronic = Type.Enum(keysOf(chronicDiseases), { title: '慢病' });

const Source = strict({
  id: Id,
  name: Type.String(),
  kind: Type.Enum(['device', 'person', 'import', 'examination']),
});

/** What became of a value: what it replaced, newest first, and why it was withdrawn. */
const history = {
  /** As a person typed it. */
  given: nullable(strict({ value: Type.Number(), unit: Type.String() })),
  lateReason: nullable(Type.String()),
  former: Type.Array(strict({ value: Type.Number(), at: Instant, by: nullable(Type.String()) }), { maxItems: 20 }),
  withdrawal: nullable(strict({ reason: Type.String(), at: Instant, by: nullable(Type.String()) })),
};

/** Newest value of a kind. */
const Latest = strict({
  kind: Kind,
  value: Type.Number(),
  unit: Type.String(),
  at: Instant,
  /** Start of the present level. */
  since: Instant,
  level: Level,
  meal: nullable(MealCode),
  source: Source,
});

/** Customers of a round: one of a department with those below it, or customers. */
const roundOf = {
  departmentId: Type.Optional(Id),
  customerIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200, title: '客户' })),
};
/** Floor of a bed; an empty one of several: customers without a bed. */
const Floor = Type.String({ maxLength: 20, title: '楼层' });

const getReadingList = list('/api/reading/getReadingList', {
  title: '体征记录',
  permission: 'archive:list',
  filters: {
    customerId: Id,
    kind: Type.Optional(Type.Array(Kind, { maxItems: 30, title: '体征' })),
    from: Type.String({ ...Instant, title: '开始时间' }),
    to: Type.String({ ...Instant, title: '结束时间' }),
    level: Type.Optional(Type.Array(Type.Enum([1, 2, 3]), { maxItems: 3, title: '等级' })),
    meal: Type.Optional(Type.Array(MealCode, { maxItems: 5, title: '餐别' })),
    /** Device, or the customer for what people entered. */
    sourceId: Type.Optional(SourceId),
    /** true: only withdrawn values; false: only the others. */
    withdrawn: Type.Optional(Type.Boolean({ title: '已撤回' })),
  },
  sort: ['at'],
  row: strict({
    id: Type.String(),
    at: Instant,
    kind: Kind,
    value: Type.Number(),
    unit: Type.String(),
    /** Null also for values that count nowhere. */
    level: Level,
    meal: nullable(MealCode),
    source: Source,
    by: nullable(Type.String()),
    remark: nullable(Type.String()),
    flags: Type.Integer(),
    ...history,
  }),
});

/** Calls about what is measured: series, newest values, entry, withdrawal, bands. Each look at values is in the command log. */
export const readingApi = {
  getReadingSeries: post('/api/reading/getReadingSeries', {
    title: '体征曲线',
    permission: 'archive:list',
    input: {
      customerId: Id,
      kind: Kind,
      from: Type.String({ ...Instant, title: '开始时间' }),
      to: Type.String({ ...Instant, title: '结束时间' }),
      step: Type.Optional(Type.Enum(['auto', 'raw', 'hour', 'day'], { title: '步长' })),
      meal: Type.Optional(MealCode),
    },
    output: strict({
      step: Type.Enum(['raw', 'hour', 'day']),
      /** A gap is a missing point. */
      points: Type.Array(
        strict({ at: Instant, min: Type.Number(), avg: Type.Number(), max: Type.Number(), n: Type.Integer() }),
        { maxItems: 500 },
      ),
      values: Type.Array(
        strict({ at: Instant, value: Type.Number(), level: Level, meal: nullable(MealCode), sourceId: Id }),
        { maxItems: 3000 },
      ),
      /** Normal range: `low` inclusive, `high` exclusive. */
      band: nullable(strict({ low: nullable(Type.Number()), high: nullable(Type.Number()) })),
    }),
  }),
  getReadingList: { ...getReadingList, change: true },
  exportReading: exportOf(getReadingList, {
    path: '/api/reading/exportReading',
    title: '导出体征',
    permission: 'archive:list',
    columns: {
      at: '测量时间',
      customerName: '客户',
      kind: '体征',
      value: '数值',
      unit: '单位',
      level: '等级',
      meal: '餐别',
      state: '状态',
      source: '来源',
      by: '录入人',
      remark: '备注',
    },
  }),
  /** For pages that ask every few seconds: in the command log once an hour for a user and customer. */
  getReadingLatest: post('/api/reading/getReadingLatest', {
    title: '最新体征',
    permission: 'archive:list',
    change: false,
    input: { customerId: Id },
    output: Type.Array(Latest, { maxItems: 50 }),
  }),
  getReadingRound: post('/api/reading/getReadingRound', {
    title: '批量录入名单',
    permission: 'reading:add',
    input: {
      ...roundOf,
      /** One floor, or several. */
      floor: Type.Optional(Type.Union([Floor, Type.Array(Floor, { maxItems: 50 })], { title: '楼层' })),
    },
    /** In the order of the beds, without customers on leave; at most 200. */
    output: Type.Array(
      strict({
        customerId: Id,
        name: Type.String(),
        age: nullable(Type.Integer()),
        building: nullable(Type.String()),
        room: nullable(Type.String()),
        bed: nullable(Type.String()),
        /** Why nothing can be entered: the archive is sealed. */
        sealed: Type.Boolean(),
        /** Of NEWS2. */
        oxygenScale: Type.Enum([1, 2]),
        latest: Type.Array(Latest, { maxItems: 50 }),
        chronic: Type.Array(Chronic, { maxItems: 50 }),
        /** The customer's own that hold today. */
        bands: Type.Array(
          strict({
            kind: Kind,
            meal: nullable(BandMeal),
            asleep: Type.Boolean(),
            bands: Type.Array(BandPart, { maxItems: 12 }),
          }),
          { maxItems: 100 },
        ),
      }),
      { maxItems: 200 },
    ),
  }),
  getReadingRoundFloor: post('/api/reading/getReadingRoundFloor', {
    title: '批量录入楼层',
    permission: 'reading:add',
    change: false,
    input: roundOf,
    /** In the order of the floors; customers without a bed last. */
    output: Type.Array(
      strict({
        floor: Floor,
        /** Customers who are there. */
        count: Type.Integer(),
        /** Customers on leave, who are in no round. */
        onLeave: Type.Integer(),
      }),
      { maxItems: 500 },
    ),
  }),
  checkReading: post('/api/reading/checkReading', {
    title: '试判体征',
    permission: 'reading:add',
    change: false,
    input: {
      customerId: Type.Optional(Id),
      values: Values,
      unit: Type.Optional(Units),
      meal: Type.Optional(MealCode),
    },
    output: strict({
      levels: Levels,
      errors: Type.Array(strict({ field: Type.String(), rule: Type.String(), msg: Type.String() }), { maxItems: 20 }),
      /** Of a weight, with the height of the entry, else the person's; unrounded. */
      bmi: Type.Optional(Type.Number()),
      news2: Type.Optional(News2),
    }),
  }),
  addReading: post('/api/reading/addReading', {
    title: '录入体征',
    permission: 'reading:add',
    input: entry,
    output: strict(added),
  }),
  addReadingBatch: post('/api/reading/addReadingBatch', {
    title: '批量录入体征',
    permission: 'reading:add',
    input: { rows: Type.Array(strict(entry), { minItems: 1, maxItems: 200, title: '行', ...unlogged }) },
    output: Type.Array(
      strict({
        level: Type.Optional(Level),
        valid: Type.Optional(Type.Boolean()),
        levels: Type.Optional(Levels),
        at: Type.Optional(Instant),
        news2: Type.Optional(News2),
        errors: Type.Optional(
          Type.Array(strict({ field: Type.String(), rule: Type.String(), msg: Type.String() }), { maxItems: 20 }),
        ),
      }),
      { maxItems: 200 },
    ),
  }),
  voidReading: post('/api/reading/voidReading', {
    title: '撤回体征',
    permission: 'reading:void',
    input: {
      customerId: Id,
      kind: Type.Array(Kind, { minItems: 1, maxItems: 30, title: '体征' }),
      from: Type.String({ ...Instant, title: '开始时间' }),
      to: Type.String({ ...Instant, title: '结束时间' }),
      /** Only values of this device, or of people if it is the customer. */
      sourceId: Type.Optional(SourceId),
      /** Only these values of `getReadingList`. */
      ids: Type.Optional(
        Type.Array(Type.String({ pattern: '^\\d{1,18}-[a-z0-9_]{1,30}-\\d{1,14}$' }), {
          ...{ minItems: 1, maxItems: 500, uniqueItems: true, title: '体征记录' },
          msg: '一次最多撤回 500 条，更多的请用「撤回一段」',
        }),
      ),
      reason: Type.String({ minLength: 2, maxLength: 200, title: '原因', ...unlogged }),
    },
    output: strict({ count: Type.Integer() }),
  }),
  getBandList: post('/api/reading/getBandList', {
    title: '体征界限',
    permission: 'archive:list',
    change: false,
    input: { customerId: Type.Optional(Id) },
    output: Type.Array(
      strict({
        id: Id,
        customerId: nullable(Id),
        chronic: nullable(Chronic),
        kind: Kind,
        meal: nullable(BandMeal),
        asleep: Type.Boolean(),
        bands: Type.Array(BandPart, { maxItems: 12 }),
        reason: nullable(Type.String()),
        until: nullable(Type.String()),
        version: Type.Integer(),
      }),
      { maxItems: 1000 },
    ),
  }),
  editBand: post('/api/reading/editBand', {
    title: '设定体征界限',
    permission: 'archive:edit',
    input: {
      /** Neither: the house's. */
      customerId: Type.Optional(Id),
      chronic: Type.Optional(Chronic),
      kind: Kind,
      meal: Type.Optional(BandMeal),
      asleep: Type.Optional(Type.Boolean({ title: '睡眠中' })),
      bands: Type.Array(BandPart, { maxItems: 12, title: '界限' }),
      reason: Type.String({ minLength: 2, maxLength: 200, title: '原因', ...unlogged }),
      until: Type.Optional(Type.String({ format: 'date', title: '有效期至' })),
    },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  deleteBand: post('/api/reading/deleteBand', {
    title: '删除体征界限',
    permission: 'archive:edit',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, title: '界限' }) },
    output: NoData,
  }),
};

export const feature: Feature = {
  title: '健康档案',
  module: 'archive',
  labels: {
    'reading_band.kind': Object.fromEntries(Object.entries(readingKinds).map(([kind, { title }]) => [kind, title])),
    'reading_band.meal': meals,
    'reading_band.chronic': chronicDiseases,
  },
  endpoints: readingApi,
  screens: [],
};
