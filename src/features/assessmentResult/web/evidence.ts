import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import type { When } from '#shared/scale/definition.ts';
import { factText } from './facts.ts';

/** Rule that holds, with what it is based on. */
export interface Reason {
  code: string;
  title: string;
  counted: boolean;
  /** Diagnoses, counts and answers behind it. */
  grounds: readonly string[];
  /** Sets the grade, instead of moving it by one. */
  sets: boolean;
  group: string | null;
}

/** Returns the rules that hold, those that count first. */
export function reasonsOf(assessment: AssessmentDetail, scale: ScaleOfPage): Reason[] {
  const reasons = assessment.rules.map(({ code, evidence, counted }): Reason => {
    const rule = scale.rules?.find((one) => one.code === code);
    return {
      ...{ code, title: evidence, counted },
      grounds: rule ? [...new Set(groundsOf(rule.when, { assessment, scale }))] : [],
      sets: rule !== undefined && 'set' in rule.effect,
      group: rule?.group ?? null,
    };
  });
  return reasons.toSorted((a, b) => Number(b.counted) - Number(a.counted));
}

interface Source {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
}

function groundsOf(when: When, source: Source): string[] {
  const { assessment, scale } = source;
  if ('any' in when) return when.any.flatMap((one) => groundsOf(one, source));
  if ('all' in when) return when.all.flatMap((one) => groundsOf(one, source));
  if ('answer' in when) return answerGround(when.answer, source);
  if ('fact' in when) return factGround(when, source);
  const key = 'sum' in when ? when.sum : 'flag' in when ? when.flag : undefined;
  const fact = scale.facts?.find((one) => one.key === key);
  if (!fact || !hasValue(assessment.facts[fact.key])) return [];
  return [`${fact.label}：${factText(fact, assessment.facts[fact.key])}`];
}

const hasValue = (value: unknown) => value !== undefined && value !== null && value !== false;

function answerGround([code, option]: readonly [string, string], { assessment, scale }: Source): string[] {
  if (assessment.answers[code] !== option) return [];
  const item = scale.items.find((one) => one.code === code);
  const label = item?.options.find((one) => one.code === option)?.label;
  return item && label ? [`${item.label}：${label}`] : [];
}

function factGround(when: Extract<When, { fact: string }>, { assessment, scale }: Source): string[] {
  const fact = scale.facts?.find(({ key }) => key === when.fact);
  const value = assessment.facts[when.fact];
  if (!fact || !hasValue(value)) return [];
  if (fact.kind !== 'codes' || !Array.isArray(value)) return [`${fact.label}：${factText(fact, value)}`];
  return value.filter((code) => isWithin(String(code), when)).map((code) => diagnosis(String(code), assessment));
}

/** Compares ICD-10 codes by their category: F01.9 as F01. */
function isWithin(code: string, { from, to }: { from?: number | string; to?: number | string }): boolean {
  const category = code.split('.')[0] ?? '';
  return (from === undefined || category >= String(from)) && (to === undefined || category <= String(to));
}

/** Returns 血管性痴呆 F01，2023-05 确诊，市第二医院. */
function diagnosis(code: string, { person: { conditions } }: AssessmentDetail): string {
  const condition = conditions.find((one) => one.code === code);
  if (!condition) return code;
  const { name, since, hospital } = condition;
  return [`${name} ${code}`, since && `${since} 确诊`, hospital].filter(Boolean).join('，');
}

/** Says how rules of one group count: 同组两条都成立，只降一级. */
export function groupSentence(reasons: readonly Reason[]): string | undefined {
  const groups = Map.groupBy(
    reasons.filter(({ group }) => group !== null),
    ({ group }) => group,
  );
  const shared = [...groups.values()].find(({ length }) => length > 1);
  if (!shared) return undefined;
  return `同组 ${shared.length} 条都成立，只降一级`;
}
