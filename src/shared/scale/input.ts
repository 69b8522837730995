import type { Answers, Facts, ScaleDefinition, ScaleFact, ScaleItem } from './definition.ts';
import { ownValue } from './record.ts';

/** What is wrong, and where: `answers.B2.4`, `items[3].options[1].points`. */
export interface ScaleProblem {
  field: string;
  msg: string;
}

/** Answers and facts to score. */
export interface ScaleInput {
  answers: Answers;
  facts: Facts;
  /** Absent: the default set. */
  bandSet?: string;
  /** Leaves out as many answers as the scale allows. */
  prorate?: boolean;
}

/** Category of an ICD-10 code: `F01` of `F01.9` or `f01.900x001`. */
export function icdCategory(code: string): string {
  return code.trim().slice(0, 3).toUpperCase();
}

const icdCode = /^\s*[A-Za-z]\d[0-9A-Za-z](\.?[0-9A-Za-z+*]{0,10})?\s*$/;
const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hasOption({ options = [] }: ScaleFact, code: unknown): boolean {
  return options.some((option) => option.code === code);
}

const factRules: Record<ScaleFact['kind'], (fact: ScaleFact, value: unknown) => string | undefined> = {
  codes: (_fact, value) =>
    Array.isArray(value) && value.length <= 200 && value.every((code) => isText(code) && icdCode.test(code))
      ? undefined
      : '须为 ICD-10 编码的列表，最多 200 个',
  counts: (fact, value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([code, count]) => hasOption(fact, code) && Number.isInteger(count) && Number(count) >= 0 && Number(count) <= 999,
    )
      ? undefined
      : '须为各选项的次数，0 至 999 的整数',
  flag: (_fact, value) => (typeof value === 'boolean' ? undefined : '须为是或否'),
  number: (_fact, value) =>
    typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 1_000_000 ? undefined : '须为数字',
  choice: (fact, value) => (hasOption(fact, value) ? undefined : '没有这个选项'),
  choices: (fact, value) =>
    Array.isArray(value) && new Set(value).size === value.length && value.every((code) => hasOption(fact, code))
      ? undefined
      : '须为不重复的选项列表',
};

function answerProblems({ items }: ScaleDefinition, answers: Answers): ScaleProblem[] {
  const byCode = new Map(items.map((item) => [item.code, item]));
  const answered = new Map<string, ScaleItem>();
  const problems: ScaleProblem[] = [];
  for (const [code, option] of Object.entries(answers)) {
    const item = byCode.get(code);
    const field = `answers.${code}`;
    if (!item) problems.push({ field, msg: '量表没有这个条目' });
    else if (ownValue(answers, code) === undefined) continue;
    else if (!item.options.some((one) => one.code === option)) problems.push({ field, msg: '条目没有这个选项' });
    else if (item.oneOf !== undefined && answered.has(item.oneOf))
      problems.push({ field, msg: `与条目 ${answered.get(item.oneOf)?.code} 只能填写其中一项` });
    else if (item.oneOf !== undefined) answered.set(item.oneOf, item);
  }
  return problems;
}

function factProblems({ facts: declared = [] }: ScaleDefinition, facts: Facts): ScaleProblem[] {
  const byKey = new Map(declared.map((fact) => [fact.key, fact]));
  return Object.keys(facts).flatMap((key) => {
    const fact = byKey.get(key);
    const value = ownValue(facts, key);
    const problem = fact ? value !== undefined && factRules[fact.kind](fact, value) : '量表没有这一项';
    return problem ? [{ field: `facts.${key}`, msg: fact ? `${fact.label}${problem}` : problem }] : [];
  });
}

/**
 * Returns what a scale cannot score: unknown items, options, facts and band sets, wrong values of facts, two answers of
 * one `oneOf`, and `prorate` where the scale has none. An answer or a fact that is null or absent is no problem.
 */
export function inputProblems(definition: ScaleDefinition, input: ScaleInput): ScaleProblem[] {
  const problems = [...answerProblems(definition, input.answers), ...factProblems(definition, input.facts)];
  const { bandSet } = input;
  if (bandSet !== undefined && !definition.bandSets?.some(({ code }) => code === bandSet))
    problems.push({ field: 'bandSet', msg: '量表没有这组分级' });
  if (input.prorate && !definition.prorate) problems.push({ field: 'prorate', msg: '该量表不能按比例折算' });
  return problems;
}
