import { keysOf } from '#shared/codes.ts';
import { coded } from '#shared/dictionary.ts';
import { Id, post, strict } from '#shared/endpoint.ts';
import { news2Parts } from '#shared/health/news2.ts';
import { definitions, ruleKinds } from '#shared/health/rule/definition.ts';
import { ruleSigns } from '#shared/health/rule/words.ts';
import { resource } from '#shared/resource.ts';
import { computed, field, statusField } from '#shared/resourceField.ts';
import { type Static, type TProperties, type TSchema, Type } from '#shared/typebox.ts';

const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Optional(schema as TSchema)]));

/** Fields of all kinds; which of them a kind needs and takes: `definitionProblem`. */
export const Definition = strict(
  Object.assign({}, ...Object.values(definitions).map(({ properties }) => optional(properties))) as TProperties,
  '定义',
);

/** Whom a rule is for: everybody, or those with one of these, within a project if it is given. */
export const RuleScope = strict(
  {
    all: Type.Optional(Type.Boolean({ title: '全部' })),
    chronic: Type.Optional(
      Type.Array(coded('chronic', '慢性病'), { maxItems: 50, uniqueItems: true, title: '慢性病' }),
    ),
    tag: Type.Optional(Type.Array(coded('customer_tag', '标签'), { maxItems: 20, uniqueItems: true, title: '标签' })),
    abilityLevel: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 4 }), { maxItems: 5, uniqueItems: true, title: '能力等级' }),
    ),
    customerIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true, title: '客户' })),
    projectId: Type.Optional(Type.String({ ...Id, title: '项目' })),
  },
  '适用人群',
);
export type RuleScope = Static<typeof RuleScope>;

const Clock = (title: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', title, msg: '时间应为 00:00 至 23:59' });

export const Hours = strict({ from: Clock('开始'), to: Clock('结束') }, '生效时段');
export const Level = Type.Integer({ minimum: 1, maximum: 4, title: '等级' });
export const Cooldown = Type.Integer({
  ...{ minimum: 0, maximum: 1440, title: '静默时长', msg: '静默时长为0至1440分钟' },
});

export const rule = resource(
  'rule',
  '预警规则',
  {
    name: field(Type.String({ minLength: 2, maxLength: 40, title: '名称', msg: '名称为2至40个字' }), {
      ...{ required: true, search: true, sort: true, unique: '已有同名的规则' },
      column: { width: 220, fixed: 'left' },
    }),
    kind: field(Type.Enum(keysOf(ruleKinds), { title: '类型' }), {
      ...{ required: true, labels: ruleKinds, filter: 'many' },
      column: { width: 96 },
    }),
    metric: field(Type.Enum(keysOf(ruleSigns), { title: '指标' }), {
      ...{ required: true, labels: ruleSigns, filter: 'many' },
      column: { width: 96 },
    }),
    definition: field(Definition, { required: true, column: false, export: false }),
    level: field(Level, { column: { width: 72 } }),
    scope: field(RuleScope, { required: true, column: false, export: false }),
    hours: field(Hours, { column: false, export: false }),
    cooldownMinutes: field(Cooldown, {
      ...{ defaultValue: 30, form: { unit: '分钟' } },
      column: { width: 88, align: 'right', hidden: true },
    }),
    /** People in the viewer's scope whom the rule covers. */
    people: computed(Type.Integer({ title: '覆盖人数' }), { column: { width: 88, align: 'right' } }),
    /** None of them has had such a value within 7 days. */
    unfed: computed(Type.Boolean({ title: '无数据' }), { column: false }),
    remark: field(Type.String({ maxLength: 500, title: '备注' }), { column: { hidden: true }, form: { wide: true } }),
    status: { ...statusField, filter: 'many' },
  },
  { of: 'earlyWarning' },
);

/** Signs that a rule reads: a score is made of others. */
const readSigns = [...new Set([...keysOf(ruleSigns), ...news2Parts])];

const read = 'earlyWarning:list';
const edit = 'earlyWarning:rule';

export const ruleApi = {
  getRuleList: rule.list({ permission: read }),
  getRule: rule.get({ permission: read }),
  addRule: rule.add({ permission: edit }),
  editRule: rule.edit({ permission: edit }),
  updateRuleStatus: rule.status({ permission: edit }),
  deleteRule: rule.remove({ permission: edit }),
  /** How many people a rule that is not stored would cover, of those in the viewer's scope. */
  getRulePeople: post('/api/earlyWarning/getRulePeople', {
    title: '预警规则覆盖人数',
    ...{ permission: read, change: false },
    input: {
      scope: RuleScope,
      /** Signs that the rule reads. */
      metric: Type.Array(Type.Enum(readSigns), { minItems: 1, maxItems: 7, title: '指标' }),
    },
    /** `unfed`: those of whom there was none of these values within 7 days. */
    output: strict({ people: Type.Integer(), unfed: Type.Integer() }),
  }),
};
