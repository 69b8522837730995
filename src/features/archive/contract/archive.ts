import { readingApi } from '#features/reading/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, span, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { diets, drinkings, exercises, smokings } from './codes.ts';
import { type SectionName, sections } from './sections.ts';

export const sectionKeys = ['lifestyle', ...keysOf(sections)] as const;
export type SectionKey = 'lifestyle' | SectionName;

export const sectionTitles: Readonly<Record<SectionKey, string>> = {
  lifestyle: '生活方式',
  condition: '既往史',
  surgery: '手术外伤输血',
  family: '家族史',
  allergy: '过敏',
  medicine: '用药',
  admission: '住院',
  vaccination: '疫苗',
  aid: '辅具',
  attachment: '附件',
};

const unlogged = { unlogged: true } as const;
const Section = Type.Enum([...sectionKeys], { title: '章节' });

export const Lifestyle = strict(
  {
    smoking: Type.Optional(Type.Enum(keysOf(smokings), { title: '吸烟' })),
    perDay: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, title: '每天支数' })),
    drinking: Type.Optional(Type.Enum(keysOf(drinkings), { title: '饮酒' })),
    exercise: Type.Optional(Type.Enum(keysOf(exercises), { title: '运动' })),
    minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1440, title: '每次分钟' })),
    diet: Type.Optional(
      Type.Array(Type.Enum(keysOf(diets)), { maxItems: keysOf(diets).length, uniqueItems: true, title: '饮食' }),
    ),
    sleepHours: Type.Optional(Type.Number({ minimum: 0, maximum: 24, title: '睡眠小时' })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 500, title: '备注' })),
  },
  '生活方式',
);

const words = (title: string) => Type.String({ maxLength: 1000, title, ...unlogged });

const Level = nullable(Type.Integer());
const Highlight = strict({ level: Level, text: Type.String(), url: nullable(Type.String()) });

/** Who the archive is about: the head of the page. */
const Person = strict({
  id: Id,
  no: nullable(Type.String()),
  name: Type.String(),
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  photoFileId: nullable(Id),
  abilityLevel: nullable(Type.Integer()),
  /** Last day of the assessment that set the level. */
  assessedUntil: nullable(Type.String({ format: 'date' })),
  /** The bed with its institution, else street and community. */
  area: nullable(Type.String()),
  departmentName: Type.String(),
  responsibleName: nullable(Type.String()),
  responsiblePhone: nullable(Type.String()),
  /** Zone of the customer's project. */
  timeZone: Type.String(),
  serviceState: Type.String(),
});

const Text = nullable(Type.String());

/** Rows of the first look: what is ill, dangerous and taken now. */
const Known = strict({
  conditions: Type.Array(strict({ id: Id, name: Type.String(), since: Text, hospital: Text, state: Type.String() })),
  allergies: Type.Array(
    strict({ id: Id, name: Type.String(), kind: Text, reaction: Text, severity: Text, since: Text }),
  ),
  medicines: Type.Array(
    strict({ id: Id, name: Type.String(), use: Text, prescriber: Text, daysLeft: nullable(Type.Integer()) }),
  ),
});

const counts = Object.fromEntries(keysOf(sections).map((key) => [key, Type.Integer()]));

export const Archive = strict({
  person: Person,
  summary: strict({
    redFlags: Type.Array(Type.String()),
    chronic: Type.Array(Type.String()),
    conditions: Type.Array(Type.String()),
    allergies: Type.Array(Type.String()),
    medicines: Type.Array(strict({ id: Id, text: Type.String(), daysLeft: nullable(Type.Integer()) })),
    bloodType: nullable(Type.String()),
    rh: nullable(Type.String()),
    doctor: nullable(Type.String()),
    doctorPhone: nullable(Type.String()),
    hospital: nullable(Type.String()),
    lifestyle: Lifestyle,
    implants: nullable(Type.String()),
    falls: nullable(Type.String()),
    wishes: nullable(Type.String()),
    oxygenScale: nullable(Type.Enum([1, 2])),
  }),
  known: Known,
  highlights: Type.Array(Highlight, { maxItems: 3 }),
  /** Newest value of each kind. */
  latest: readingApi.getReadingLatest.output,
  sections: strict(counts as Record<SectionName, ReturnType<typeof Type.Integer>>),
  none: Type.Array(Section),
  missing: Type.Array(Section),
  completeness: Type.Integer(),
  sealed: Type.Boolean(),
  updatedAt: Instant,
  version: Type.Integer(),
});

const { lifestyle: _lifestyle, family: _family, ...datedTitles } = sectionTitles;

/** Kinds of the time line: sections with a time, and what other features know. */
export const timelineKinds = {
  reading: '体征异常',
  warn: '告警',
  healthWarn: '健康预警',
  assessment: '评估',
  physical: '体检',
  ...datedTitles,
  leave: '请假外出',
  state: '服务状态',
  device: '设备',
  followUp: '回访',
} as const;

export const archiveRecordApi = {
  getArchive: post('/api/archive/getArchive', {
    title: '查看健康档案',
    permission: 'archive:list',
    input: { customerId: Id },
    output: Archive,
  }),
  /** An absent field is unchanged; null empties it. */
  editArchive: post('/api/archive/editArchive', {
    title: '编辑健康档案',
    permission: 'archive:edit',
    input: {
      customerId: Id,
      version: Type.Integer({ minimum: 1, title: '版本' }),
      lifestyle: Type.Optional({ ...nullable(Lifestyle), ...unlogged }),
      implants: Type.Optional(nullable(words('植入物'))),
      falls: Type.Optional(nullable(words('跌倒史'))),
      wishes: Type.Optional(nullable(words('意愿'))),
      oxygenScale: Type.Optional(nullable(Type.Enum([1, 2], { title: '血氧标尺' }))),
      none: Type.Optional(Type.Array(Section, { maxItems: sectionKeys.length, uniqueItems: true, title: '无' })),
    },
    output: strict({ version: Type.Integer() }),
  }),
  getArchiveTimeline: {
    ...list('/api/archive/getArchiveTimeline', {
      title: '健康时间轴',
      permission: 'archive:list',
      filters: {
        customerId: Id,
        kind: Type.Optional(Type.Array(Type.Enum(keysOf(timelineKinds)), { maxItems: 20, title: '类别' })),
        ...span,
      },
      sort: ['at'],
      row: strict({
        at: Type.String(),
        kind: Type.Enum(keysOf(timelineKinds)),
        title: Type.String(),
        text: nullable(Type.String()),
        level: Level,
        url: nullable(Type.String()),
      }),
    }),
    change: true,
  },
};
