import { Type } from '#shared/typebox.ts';
import { strict } from '../../endpoint.ts';

/** Kinds of rules of health (clinical.md 3.5). */
export const ruleKinds = {
  band: '阈值',
  step: '变化',
  trend: '趋势',
  baseline: '基线偏离',
  lasting: '持续',
  together: '组合',
  news2: 'NEWS2 评分',
} as const;
export type RuleKind = keyof typeof ruleKinds;

/** Signs that can be joined in one rule. */
export const joinedSigns = [
  'heart_rate',
  'breath_rate',
  'systolic',
  'diastolic',
  'spo2',
  'temperature',
  'glucose',
] as const;

/** Signs that each kind of rule may judge. `heart_rate` and `breath_rate` of `trend` and `baseline` are means of a night. */
export const signsOfKind = {
  band: joinedSigns,
  step: joinedSigns,
  trend: ['weight', 'heart_rate', 'breath_rate'],
  baseline: ['heart_rate', 'breath_rate'],
  lasting: ['in_bed', 'motion', 'breath_rate'],
  together: joinedSigns,
  news2: ['news2'],
} as const satisfies Record<RuleKind, readonly string[]>;

const minutes = (title: string, maximum = 1440) =>
  Type.Number({ minimum: 0.3, maximum, title, msg: `${title}应在 0.3–${maximum} 分钟之间` });
const count = (title: string, minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, title, msg: `${title}应在 ${minimum}–${maximum} 之间` });

const Condition = strict({
  metric: Type.Enum([...joinedSigns], { title: '指标' }),
  above: Type.Optional(Type.Number({ minimum: 0, maximum: 300, title: '高于' })),
  below: Type.Optional(Type.Number({ minimum: 0, maximum: 300, title: '低于' })),
});

/**
 * Definitions by kind. Exactly one of `times` and `minutes`, of `perDay` and `percent`, of `above` and `below`:
 * `definitionProblem`. Units are those of the sign; a negative `by`, `perDay` or `percent` is a fall.
 */
export const definitions = {
  band: strict({
    times: Type.Optional(count('次数', 1, 20)),
    minutes: Type.Optional(minutes('时长')),
    back: Type.Optional(Type.Number({ minimum: 0, maximum: 50, title: '回差' })),
    clearMinutes: minutes('恢复时长'),
  }),
  step: strict({
    of: count('前几次', 3, 20),
    by: Type.Number({ minimum: -300, maximum: 300, title: '变化量' }),
  }),
  trend: strict({
    days: count('天数', 3, 180),
    perDay: Type.Optional(Type.Number({ minimum: -50, maximum: 50, title: '每天变化' })),
    percent: Type.Optional(Type.Number({ minimum: -100, maximum: 100, title: '变化百分比' })),
  }),
  baseline: strict({
    nights: count('夜数', 7, 60),
    watch: Type.Number({ minimum: 1, maximum: 20, title: '关注' }),
    warn: Type.Number({ minimum: 1, maximum: 20, title: '预警' }),
  }),
  lasting: strict({
    value: Type.Number({ minimum: 0, maximum: 1, title: '状态' }),
    minutes: minutes('时长', 10_080),
  }),
  together: strict({
    all: Type.Array(Condition, { minItems: 2, maxItems: 3, title: '条件', msg: '组合需要2或3个条件' }),
    withinMinutes: minutes('相隔'),
  }),
  news2: strict({
    from: count('总分', 1, 20),
    single: Type.Boolean({ title: '单项3分' }),
  }),
} as const;

export interface BandDefinition {
  times?: number;
  minutes?: number;
  back?: number;
  clearMinutes: number;
}
export interface StepDefinition {
  of: number;
  by: number;
}
export interface TrendDefinition {
  days: number;
  perDay?: number;
  percent?: number;
}
export interface BaselineDefinition {
  nights: number;
  watch: number;
  warn: number;
}
export interface LastingDefinition {
  value: number;
  minutes: number;
}
export interface TogetherDefinition {
  all: readonly { metric: string; above?: number; below?: number }[];
  withinMinutes: number;
}
export interface News2Definition {
  from: number;
  single: boolean;
}

interface Definitions {
  band: BandDefinition;
  step: StepDefinition;
  trend: TrendDefinition;
  baseline: BaselineDefinition;
  lasting: LastingDefinition;
  together: TogetherDefinition;
  news2: News2Definition;
}

/** Level of a warning; 1 rings at the desk. */
export type WarningLevel = 1 | 2 | 3 | 4;

/** Hours of the clock of the person's project, HH:MM; over midnight where `to` is before `from`. */
export interface RuleHours {
  from: string;
  to: string;
}

type RuleOf<K extends RuleKind> = K extends RuleKind
  ? {
      id: string;
      kind: K;
      metric: string;
      definition: Definitions[K];
      /** Null where the definition or the bands give it. */
      level: WarningLevel | null;
      hours: RuleHours | null;
      cooldownMinutes: number;
      version: number;
    }
  : never;

/** Rule as the judge reads it. */
export type JudgedRule = RuleOf<RuleKind>;
export type RuleOfKind<K extends RuleKind> = Extract<JudgedRule, { kind: K }>;
