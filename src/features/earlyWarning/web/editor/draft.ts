import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { keysOf } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { news2Parts } from '#shared/health/news2.ts';
import {
  type RuleHours,
  type RuleKind,
  ruleKinds,
  signsOfKind,
  type WarningLevel,
} from '#shared/health/rule/definition.ts';
import { definitionProblem } from '#shared/health/rule/definitionProblem.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { RuleScope } from '../../contract/rule.ts';

export type StoredRule = OutputOf<typeof earlyWarningApi.getRule>;

/** Parts of a scope besides everybody. */
export const scopeParts = { chronic: '病种', tag: '标签', abilityLevel: '能力', customerIds: '个人' } as const;
export type ScopePart = 'all' | keyof typeof scopeParts;

export type Side = 'above' | 'below';
export interface DraftCondition {
  metric: string;
  side: Side;
  limit: number | undefined;
}

/** Figures of a definition as they are typed; changes without their sign. */
export type Numbers = Readonly<Record<string, number | undefined>>;

export interface RuleDraft {
  name: string;
  kind: RuleKind;
  metric: string;
  /** Those of the other kinds stay for the way back. */
  numbers: Readonly<Record<RuleKind, Numbers>>;
  bandBy: 'times' | 'minutes';
  trendBy: 'percent' | 'perDay';
  rises: boolean;
  single: boolean;
  conditions: readonly DraftCondition[];
  level: WarningLevel;
  part: ScopePart;
  scope: RuleScope;
  hours: RuleHours | null;
  cooldownMinutes: number | undefined;
}

/** Kinds whose level a user sets; the others take it from the bands, the deviation or the score. */
export const withLevel: readonly RuleKind[] = ['step', 'trend', 'lasting', 'together'];

const firstNumbers: RuleDraft['numbers'] = {
  band: { times: 2, minutes: 3, clearMinutes: 5 },
  step: { of: 5, by: 30 },
  trend: { days: 30, percent: 5, perDay: 0.5 },
  baseline: { nights: 14, watch: 3, warn: 4.5 },
  lasting: { value: 0, minutes: 15 },
  together: { withinMinutes: 10 },
  news2: { from: 5 },
};

export const newDraft: RuleDraft = {
  ...{ name: '', kind: 'band', metric: 'systolic', numbers: firstNumbers, bandBy: 'times', trendBy: 'percent' },
  ...{ rises: true, single: true, level: 3, part: 'all', scope: { all: true }, hours: null, cooldownMinutes: 30 },
  conditions: [
    { metric: 'heart_rate', side: 'above', limit: 110 },
    { metric: 'spo2', side: 'below', limit: 93 },
  ],
};

const signed = ['by', 'percent', 'perDay'];

function numbersOf(definition: StoredRule['definition']): Numbers {
  const entries = Object.entries(definition).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return Object.fromEntries(entries.map(([key, value]) => [key, signed.includes(key) ? Math.abs(value) : value]));
}

/** Returns the part of a scope that has somebody, and whether it is for everybody. */
function partOf(scope: RuleScope): ScopePart {
  if (scope.all) return 'all';
  return keysOf(scopeParts).find((part) => (scope[part]?.length ?? 0) > 0) ?? 'chronic';
}

/** Returns the draft of a stored rule. */
export function draftOf(row: StoredRule): RuleDraft {
  const { name, kind, metric, definition, level, scope, hours, cooldownMinutes } = row;
  const own = definition as Record<string, unknown>;
  const all = (own.all ?? []) as { metric: string; above?: number; below?: number }[];
  return {
    ...newDraft,
    ...{ name, kind, metric, scope, hours: hours ?? null, cooldownMinutes, part: partOf(scope) },
    numbers: { ...firstNumbers, [kind]: { ...firstNumbers[kind], ...numbersOf(definition) } },
    bandBy: own.minutes === undefined ? 'times' : 'minutes',
    trendBy: own.perDay === undefined ? 'percent' : 'perDay',
    rises: Number(own.by ?? own.percent ?? own.perDay ?? 1) > 0,
    single: own.single !== false,
    ...(level !== null && { level: level as WarningLevel }),
    ...(all.length > 0 && {
      conditions: all.map(({ metric: sign, above, below }) => ({
        ...{ metric: sign, side: below === undefined ? 'above' : 'below', limit: above ?? below },
      })),
    }),
  };
}

const withSign = (value: number | undefined, rises: boolean) =>
  value === undefined ? undefined : Math.abs(value) * (rises ? 1 : -1);

const conditionOf = ({ metric, side, limit }: DraftCondition) => ({ metric, [side]: limit });

/** Returns the definition of a draft; figures that are missing are undefined. */
export function definitionOf(draft: RuleDraft): Record<string, unknown> {
  const { kind, numbers, bandBy, trendBy, rises, single, conditions } = draft;
  const own = numbers[kind];
  if (kind === 'band') return { [bandBy]: own[bandBy], back: own.back, clearMinutes: own.clearMinutes };
  if (kind === 'step') return { of: own.of, by: withSign(own.by, rises) };
  if (kind === 'trend') return { days: own.days, [trendBy]: withSign(own[trendBy], rises) };
  if (kind === 'together') return { all: conditions.map(conditionOf), withinMinutes: own.withinMinutes };
  if (kind === 'news2') return { from: own.from, single };
  return own;
}

/** Returns whom a draft is for: everybody, or all parts that have somebody. */
export function scopeOf({ part, scope }: RuleDraft): RuleScope {
  const project = scope.projectId === undefined ? {} : { projectId: scope.projectId };
  if (part === 'all') return { all: true, ...project };
  const parts = keysOf(scopeParts).flatMap((key) => ((scope[key]?.length ?? 0) > 0 ? [[key, scope[key]]] : []));
  return { ...Object.fromEntries(parts), ...project };
}

/** Returns the signs that a draft judges. */
export function signsOf({ kind, metric, conditions }: RuleDraft): readonly string[] {
  if (kind === 'news2') return news2Parts;
  return kind === 'together' ? [...new Set(conditions.map((one) => one.metric))] : [metric];
}

const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Returns the sign under which a draft warns: of several the chosen one, as long as it is among them. */
export function metricOf(draft: RuleDraft): string {
  const { kind, metric } = draft;
  const signs = signsOf(draft);
  return kind !== 'together' || signs.includes(metric) ? metric : (signs[0] ?? metric);
}

/** Returns what is judged: the input of tryRule without its time and people. */
export function judgedOf(draft: RuleDraft) {
  const { kind, level, hours, cooldownMinutes } = draft;
  return {
    ...{ kind, metric: metricOf(draft), definition: defined(definitionOf(draft)), scope: scopeOf(draft) },
    ...(withLevel.includes(kind) && { level }),
    ...(hours && { hours }),
    ...(cooldownMinutes !== undefined && { cooldownMinutes }),
  };
}

/** Returns the input of addRule and editRule, which may still break a rule. */
export const inputOf = (draft: RuleDraft): Record<string, unknown> => ({ name: draft.name.trim(), ...judgedOf(draft) });

/** Returns what the server would refuse, by field; the first problem of a field stands. */
export function draftProblems(draft: RuleDraft): Map<string, string> {
  const { kind, metric, hours, cooldownMinutes } = draft;
  const own = definitionProblem(kind, metric, defined(definitionOf(draft)));
  const all = [
    ...problemsOf(earlyWarningApi.addRule.input, inputOf(draft)),
    ...(own ? [own] : []),
    ...(hours && hours.from === hours.to ? [{ field: 'hours.to', msg: '结束时间不能与开始时间相同' }] : []),
    ...(cooldownMinutes === undefined ? [{ field: 'cooldownMinutes', msg: '请填写静默时长' }] : []),
  ];
  const problems = new Map<string, string>();
  for (const { field, msg } of all) if (!problems.has(field)) problems.set(field, msg);
  return problems;
}

/** Returns a draft of another kind, with a sign that the kind judges. */
export function ofKind(draft: RuleDraft, kind: RuleKind): Partial<RuleDraft> {
  const signs: readonly string[] = signsOfKind[kind];
  return { kind, metric: signs.includes(draft.metric) ? draft.metric : (signs[0] ?? draft.metric) };
}

export const kindTexts: Readonly<Record<RuleKind, string>> = {
  band: '比界限',
  step: '比前几次',
  trend: '几天的走向',
  baseline: '比本人夜间',
  lasting: '一直如此',
  together: '两三项一起',
  news2: '总分',
};
export const kindKeys = keysOf(ruleKinds);
