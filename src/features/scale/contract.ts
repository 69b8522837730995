import { keysOf } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { type ScaleDefinition, scaleKeys } from '#shared/scale/definition.ts';
import { type TOptional, Type } from '#shared/typebox.ts';
import { Answers, Code, Facts, Notes, scaleStatuses, unlogged, Version } from './contract/parts.ts';

const read = 'assessment:list';
const edit = 'assessment:scale';

/** Checked key by key in `shared/scale`: a problem names its place, e.g. `items[3].options[1].points`. */
export const Definition = Type.Unsafe<ScaleDefinition>({ type: 'object', additionalProperties: true, title: '量表' });
const keyTitles: Readonly<Record<keyof ScaleDefinition, string>> = {
  code: '编码',
  name: '名称',
  version: '版本',
  licence: '授权说明',
  items: '条目',
  parts: '部分',
  facts: '事实',
  total: '总分',
  levels: '部分等级',
  bandSets: '分级',
  grade: '定级',
  rules: '等级变更规则',
  validMonths: '有效月数',
  assessors: '签名人数',
  ability: '写入能力等级',
  prorate: '按比例折算',
};
/** Any value: the check names the place of a wrong one. */
const definitionKeys = Object.fromEntries(
  scaleKeys.map((key) => [key, Type.Optional(Type.Unknown({ title: keyTitles[key] }))]),
) as Record<keyof ScaleDefinition, TOptional<ReturnType<typeof Type.Unknown>>>;
const Status = Type.Enum(keysOf(scaleStatuses), { title: '状态' });

/** A scale with its newest version. */
const ScaleRow = strict({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  version: Type.Integer(),
  licence: Type.String(),
  status: Status,
  /** Assessments with any of its versions. */
  used: Type.Boolean(),
  /** Items without text: an adapter. */
  adapter: Type.Boolean(),
  items: Type.Integer(),
  validMonths: nullable(Type.Integer()),
  assessors: Type.Integer(),
  ability: Type.Boolean(),
  /** Newest first. */
  versions: Type.Array(
    strict({
      version: Type.Integer(),
      used: Type.Boolean(),
      createdAt: Instant,
      createdByName: nullable(Type.String()),
    }),
  ),
  updatedAt: Instant,
});

/** The definition, with the highest points of each item, and the bands of the default set or the grades of the matrix. */
const Scale = Type.Unsafe<
  Omit<ScaleDefinition, 'items'> & {
    status: keyof typeof scaleStatuses;
    used: boolean;
    items: (ScaleDefinition['items'][number] & { max: number })[];
    bands: { code: string; label: string; from?: number; to?: number }[];
  }
>({ type: 'object', additionalProperties: true });

export const ScaleScoreOutput = strict({
  complete: Type.Boolean(),
  missing: Type.Array(Type.String()),
  /** Items left out of a total that is extrapolated from the others. */
  prorated: Type.Array(Type.String()),
  parts: Type.Record(Type.String(), Type.Number()),
  levels: Type.Record(Type.String(), Type.Integer()),
  /** Of the answers there are, of an incomplete form too. */
  points: Type.Number(),
  total: nullable(Type.Number()),
  preliminary: nullable(Type.String()),
  final: nullable(Type.String()),
  manual: Type.Boolean(),
  /** The set of bands that graded. */
  bandSet: nullable(Type.String()),
  /** The grade of the total in each set that may be selected. */
  readings: Type.Array(strict({ bandSet: Type.String(), grade: Type.String() })),
  rules: Type.Array(strict({ code: Type.String(), evidence: Type.String(), counted: Type.Boolean() })),
});

export const scaleApi = {
  getScaleList: list('/api/assessment/getScaleList', {
    title: '量表列表',
    permission: read,
    filters: { status: Type.Optional(Type.Array(Status, { maxItems: 2, title: '状态' })) },
    sort: ['code', 'updatedAt'],
    row: ScaleRow,
  }),
  getScale: post('/api/assessment/getScale', {
    title: '量表',
    ...{ permission: read, change: false },
    /** Without a version the newest. */
    input: { code: Code('量表'), version: Type.Optional(Version) },
    output: Scale,
  }),
  addScale: post('/api/assessment/addScale', {
    title: '新增量表版本',
    permission: edit,
    // The keys of the grammar; the check in `shared/scale` refuses them with their place.
    input: definitionKeys,
    output: strict({ version: Type.Integer() }),
  }),
  updateScaleStatus: post('/api/assessment/updateScaleStatus', {
    title: '启用或停用量表',
    permission: edit,
    input: { code: Code('量表'), status: Status },
    output: strict({ version: Type.Integer() }),
  }),
  /** Stores nothing. A definition that is not stored needs `assessment:scale`. */
  scoreScale: post('/api/assessment/scoreScale', {
    title: '量表计分',
    ...{ permission: read, change: false },
    input: {
      scale: Type.Optional(Code('量表')),
      version: Type.Optional(Version),
      definition: Type.Optional(Definition),
      bandSet: Type.Optional(Code('分级')),
      prorate: Type.Optional(Type.Boolean({ title: '按比例折算' })),
      answers: Answers,
      facts: Type.Optional(Facts),
    },
    output: ScaleScoreOutput,
  }),
};

export { Answers, Code, Facts, Notes, scaleStatuses, unlogged, Version };

export const feature: Feature = {
  title: '量表',
  endpoints: scaleApi,
  labels: { 'scale.status': scaleStatuses },
  screens: [
    {
      ...{ path: '/healthy/assessment/scale', title: '量表', icon: 'clipboard', group: '健康', sort: 41, rank: 1 },
      ...{ component: 'ScaleScreen', hidden: true, wide: true },
      tabs: { '/healthy/assessment/scale': '量表' },
      // Granted to roles with the list, which has the right to edit scales, too.
      permission: { key: 'assessment:list', title: '查看评估', roles: [] },
    },
  ],
};
