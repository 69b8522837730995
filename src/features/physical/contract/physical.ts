import { keysOf } from '#shared/codes.ts';
import { exportOf } from '#shared/contract/export.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { physicalFlags } from '#shared/physical/catalogue.ts';
import { Type } from '#shared/typebox.ts';
import { addPhysicalFollowUp, PhysicalFollowUp } from './followUp.ts';

const read = 'physical:list';
export const edit = 'physical:edit';

export const physicalKinds = { yearly: '年度', admission: '入住', special: '专项', follow_up: '随访' } as const;
export const physicalStatuses = { draft: '草稿', done: '已提交', reviewed: '已审核', void: '已作废' } as const;

// The command log hides values and words.
const unlogged = { unlogged: true } as const;
const Day = (title: string) => Type.String({ format: 'date', title });
const Kind = Type.Enum(keysOf(physicalKinds), { title: '类型' });
const Status = Type.Enum(keysOf(physicalStatuses), { title: '状态' });
export const Org = Type.String({ minLength: 2, maxLength: 50, title: '机构' });
const ItemCode = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$', title: '项目' });
export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, title: '版本' });
const Flag = Type.Enum(keysOf(physicalFlags));
const RegionCode = Type.String({ pattern: '^\\d{6,12}$', title: '区域' });
const words = (title: string, maxLength: number) => Type.String({ minLength: 1, maxLength, title, ...unlogged });
const Year = Type.Integer({ minimum: 1990, maximum: 2100, title: '年度' });

const File = strict({ id: Id, name: Type.String(), type: Type.String(), size: Type.Integer() });

const row = {
  id: Id,
  customerId: Id,
  customerName: Type.String(),
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  date: Type.String({ format: 'date' }),
  org: Type.String(),
  kind: Kind,
  status: Status,
  doctor: nullable(Type.String()),
  /** Number of items out of range or marked abnormal. */
  abnormal: Type.Integer(),
  abnormalItems: Type.Array(strict({ code: Type.String(), label: Type.String() })),
  bmi: nullable(Type.Number()),
  /** mmHg, of the left arm before the right. */
  pressure: nullable(strict({ systolic: Type.Number(), diastolic: Type.Number() })),
  /** Fasting, mmol/L. */
  glucose: nullable(Type.Number()),
  conclusion: nullable(Type.String()),
  nextDate: nullable(Type.String({ format: 'date' })),
  fileIds: Type.Array(Id),
  enteredByName: nullable(Type.String()),
  version: Type.Integer(),
};
const Row = strict(row);

const getPhysicalList = {
  ...list('/api/physical/getPhysicalList', {
    title: '体检列表',
    permission: read,
    filters: {
      customerId: Type.Optional(Id),
      org: Type.Optional(Type.String({ maxLength: 50, title: '机构' })),
      kind: Type.Optional(Type.Array(Kind, { maxItems: 4, title: '类型' })),
      status: Type.Optional(Type.Array(Status, { maxItems: 4, title: '状态' })),
      year: Type.Optional(Year),
      /** True: with any abnormal item; a code: with this one. */
      abnormal: Type.Optional(Type.Union([Type.Boolean(), ItemCode], { title: '异常项' })),
      /** The newest examination of people who have none in this year. */
      missingYear: Type.Optional(Type.Integer({ ...Year, title: '未检年度' })),
      departmentId: Type.Optional(Id),
      regionCode: Type.Optional(RegionCode),
      exact: Type.Optional(Type.Boolean({ title: '精确统计' })),
    },
    sort: ['date', 'name', 'age', 'abnormal', 'nextDate', 'createdAt'],
    row: Row,
  }),
  // It shows health data: each look is in the command log.
  change: true,
};

/** Of the yearly examination: residents of 65 and over. */
const getPhysicalDueList = {
  ...list('/api/physical/getPhysicalDueList', {
    title: '应检客户列表',
    permission: read,
    filters: {
      year: Year,
      /** Absent: all who are due. */
      state: Type.Optional(Type.Enum(['done', 'open'], { title: '是否已检' })),
      departmentId: Type.Optional(Id),
      regionCode: Type.Optional(RegionCode),
      exact: Type.Optional(Type.Boolean({ title: '精确统计' })),
    },
    sort: ['name', 'age', 'lastDate'],
    row: strict({
      id: Id,
      name: Type.String(),
      gender: Type.Integer(),
      age: nullable(Type.Integer()),
      departmentName: Type.String(),
      responsibleName: nullable(Type.String()),
      /** Of this year, the newest. */
      physicalId: nullable(Id),
      date: nullable(Type.String({ format: 'date' })),
      /** Of any year. */
      lastDate: nullable(Type.String({ format: 'date' })),
    }),
  }),
  change: true,
};

const Range = nullable(Type.Number());
const range = {
  low: Range,
  high: Range,
  /** The limit itself is out of the range. */
  lowOpen: Type.Boolean(),
  highOpen: Type.Boolean(),
};
const shown = {
  value: nullable(Type.Number()),
  /** Words, or the codes of options, separated by commas. */
  text: nullable(Type.String()),
  /** Words with the options. */
  note: nullable(Type.String()),
  /** 「无」: not examined, or nothing to report. */
  absent: Type.Boolean(),
};
const Item = strict({
  code: Type.String(),
  label: Type.String(),
  group: Type.String(),
  ...shown,
  unit: nullable(Type.String()),
  ...range,
  flag: Flag,
  /** As given, if its unit was another. */
  given: nullable(strict({ value: Type.Number(), unit: Type.String() })),
});

/** Another examination of this person, for comparison. */
const Before = strict({
  id: Id,
  date: Type.String({ format: 'date' }),
  org: Type.String(),
  catalogue: Type.Integer(),
  abnormal: Type.Integer(),
  items: Type.Array(strict({ code: Type.String(), ...shown, flag: Flag, ...range }), { maxItems: 300 }),
});

const Detail = strict({
  ...row,
  /** Version of the catalogue, and sex and age by which it was flagged. */
  catalogue: Type.Integer(),
  flaggedSex: Type.Integer(),
  flaggedAge: nullable(Type.Integer()),
  timeZone: Type.String(),
  responsibleName: nullable(Type.String()),
  items: Type.Array(Item, { maxItems: 300 }),
  /** Empty items of the form; `needed`: without it the examination is not submitted. */
  missing: Type.Array(strict({ code: Type.String(), label: Type.String(), needed: Type.Boolean() }), { maxItems: 300 }),
  advice: nullable(Type.String()),
  files: Type.Array(File, { maxItems: 10 }),
  reviewedByName: nullable(Type.String()),
  reviewedAt: nullable(Instant),
  reviewNote: nullable(Type.String()),
  voidReason: nullable(Type.String()),
  /** Older ones, newest first. */
  before: Type.Array(Before, { maxItems: 10 }),
  followUp: PhysicalFollowUp,
  can: strict({
    ...{ edit: Type.Boolean(), submit: Type.Boolean(), review: Type.Boolean(), void: Type.Boolean() },
    /** May generate a follow-up now. */
    followUp: Type.Boolean(),
  }),
  createdAt: Instant,
  updatedAt: Instant,
});

const EnteredItem = strict({
  code: ItemCode,
  /** Null takes it back. */
  value: Type.Optional(nullable(Type.Number({ minimum: -1_000_000, maximum: 1_000_000, title: '数值' }))),
  /** Words, or codes of options separated by commas. */
  text: Type.Optional(nullable(Type.String({ maxLength: 500, title: '结果' }))),
  /** Words with the options. */
  note: Type.Optional(nullable(Type.String({ maxLength: 500, title: '说明' }))),
  /** 「无」: not examined, or nothing to report. */
  absent: Type.Optional(Type.Boolean({ title: '无' })),
  unit: Type.Optional(Type.String({ maxLength: 16, title: '单位' })),
});

const entry = {
  date: Day('体检日期'),
  org: Org,
  kind: Kind,
  doctor: Type.Optional(Type.String({ maxLength: 20, title: '医生', ...unlogged })),
  items: Type.Array(EnteredItem, { maxItems: 300, title: '项目', ...unlogged }),
  conclusion: Type.Optional(words('结论', 2000)),
  advice: Type.Optional(words('建议', 2000)),
  nextDate: Type.Optional(Day('下次体检日期')),
  fileIds: Type.Optional(Type.Array(Id, { maxItems: 10, uniqueItems: true, title: '报告' })),
};

const State = strict({ id: Id, version: Type.Integer(), status: Status, abnormal: Type.Integer() });

export const physicalRecordApi = {
  getPhysicalList,
  getPhysicalDueList,
  exportPhysical: exportOf(getPhysicalList, {
    path: '/api/physical/exportPhysical',
    title: '导出体检',
    permission: 'physical:export',
    columns: {
      customerName: '客户',
      gender: '性别',
      age: '年龄',
      date: '体检日期',
      org: '机构',
      kind: '类型',
      doctor: '医生',
      pressure: '血压',
      bmi: '体质指数 BMI',
      glucose: '空腹血糖',
      abnormal: '异常项数',
      abnormalItems: '异常项',
      conclusion: '结论',
      nextDate: '下次体检',
      status: '状态',
    },
  }),
  getPhysical: post('/api/physical/getPhysical', {
    title: '体检详情',
    permission: read,
    input: { id: Id },
    output: Detail,
  }),
  /** The newest catalogue, or an older version. */
  getPhysicalItems: post('/api/physical/getPhysicalItems', {
    title: '体检项目',
    ...{ permission: read, change: false },
    input: { version: Type.Optional(Version) },
    output: Type.Array(
      strict({
        code: Type.String(),
        label: Type.String(),
        group: Type.String(),
        form: Type.Enum(['number', 'choice', 'text']),
        unit: nullable(Type.String()),
        options: Type.Array(strict({ code: Type.String(), label: Type.String() })),
      }),
      { maxItems: 300 },
    ),
  }),
  getPhysicalOrgList: post('/api/physical/getPhysicalOrgList', {
    title: '体检机构',
    ...{ permission: read, change: false },
    input: {},
    output: Type.Array(strict({ id: Id, name: Type.String(), used: Type.Integer() }), { maxItems: 500 }),
  }),
  /** Of those of 65 and over in service: how many are due, done and open in a year. */
  getPhysicalRate: post('/api/physical/getPhysicalRate', {
    title: '体检率',
    ...{ permission: read, change: false },
    input: { year: Year, regionCode: Type.Optional(RegionCode), departmentId: Type.Optional(Id) },
    output: strict({
      due: Type.Integer(),
      done: Type.Integer(),
      open: Type.Integer(),
      areas: Type.Array(
        strict({
          id: Type.String(),
          name: Type.String(),
          due: Type.Integer(),
          done: Type.Integer(),
          open: Type.Integer(),
        }),
        { maxItems: 500 },
      ),
    }),
  }),
  /** Stores nothing. */
  flagItem: post('/api/physical/flagItem', {
    title: '体检项目标志',
    ...{ permission: read, change: false },
    input: {
      code: ItemCode,
      /** A number, or words such as 阴性, as in `text`. */
      value: Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 500 })], { title: '结果' })),
      text: Type.Optional(Type.String({ maxLength: 500, title: '结果' })),
      sex: Type.Integer({ minimum: 0, maximum: 2, title: '性别' }),
      age: Type.Integer({ minimum: 0, maximum: 150, title: '年龄' }),
      unit: Type.Optional(Type.String({ maxLength: 16, title: '单位' })),
    },
    output: strict({
      flag: Flag,
      ...range,
      ranges: Type.Array(
        strict({
          sex: nullable(Type.Integer()),
          ageFrom: nullable(Type.Integer()),
          ageTo: nullable(Type.Integer()),
          ...range,
        }),
      ),
    }),
  }),
  /** The same person, day and institution: 409 with `data: { id }`. */
  addPhysical: post('/api/physical/addPhysical', {
    title: '新建体检',
    permission: edit,
    input: { customerId: Type.String({ ...Id, title: '客户' }), ...entry },
    output: State,
  }),
  /** Only what is given changes; an item with null is taken back. */
  editPhysical: post('/api/physical/editPhysical', {
    title: '编辑体检',
    permission: edit,
    input: {
      id: Id,
      version: Version,
      date: Type.Optional(entry.date),
      org: Type.Optional(entry.org),
      kind: Type.Optional(entry.kind),
      items: Type.Optional(entry.items),
      doctor: Type.Optional(nullable(entry.doctor)),
      conclusion: Type.Optional(nullable(entry.conclusion)),
      advice: Type.Optional(nullable(entry.advice)),
      nextDate: Type.Optional(nullable(entry.nextDate)),
      fileIds: entry.fileIds,
    },
    output: State,
  }),
  submitPhysical: post('/api/physical/submitPhysical', {
    title: '提交体检',
    permission: edit,
    input: { id: Id },
    output: State,
  }),
  reviewPhysical: post('/api/physical/reviewPhysical', {
    title: '审核体检',
    permission: 'physical:review',
    input: {
      id: Id,
      /** Absent: passed. */
      approved: Type.Optional(Type.Boolean({ title: '通过' })),
      /** Needed to send it back. */
      note: Type.Optional(words('审核意见', 500)),
    },
    output: State,
  }),
  voidPhysical: post('/api/physical/voidPhysical', {
    title: '作废体检',
    permission: 'physical:review',
    input: { id: Id, reason: words('作废原因', 500) },
    output: State,
  }),
  addPhysicalFollowUp,
  deletePhysical: post('/api/physical/deletePhysical', {
    title: '删除体检草稿',
    permission: edit,
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '体检' }) },
    output: NoData,
  }),
  uploadPhysicalFile: post('/api/physical/uploadPhysicalFile', {
    ...{ title: '上传体检报告', permission: edit, upload: true },
    input: {},
    output: File,
  }),
};
