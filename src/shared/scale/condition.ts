import type { Facts, ScaleDefinition, ScaleFact, When } from './definition.ts';
import { icdCategory } from './input.ts';
import { ownValue } from './record.ts';

/** What conditions are evaluated on. */
export interface Evidence {
  definition: ScaleDefinition;
  /** Codes of options by item; an open item is absent. */
  answers: ReadonlyMap<string, string>;
  facts: Facts;
  /** Of complete parts. */
  levels: Readonly<Record<string, number>>;
}

function isWithin(value: number | string, from: number | string | undefined, to: number | string | undefined): boolean {
  return (from === undefined || value >= from) && (to === undefined || value <= to);
}

function factHolds(fact: ScaleFact, value: unknown, from?: number | string, to?: number | string): boolean {
  if (value === undefined) return false;
  if (fact.kind === 'codes')
    return (value as string[]).some((code) =>
      isWithin(
        icdCategory(code),
        from === undefined ? from : icdCategory(String(from)),
        to === undefined ? to : icdCategory(String(to)),
      ),
    );
  if (fact.kind === 'number') return isWithin(value as number, from, to);
  const place = (code: unknown) => (fact.options ?? []).findIndex((option) => option.code === code);
  return isWithin(place(value), from === undefined ? from : place(from), to === undefined ? to : place(to));
}

function levelHolds(level: number, [, op, n]: Extract<When, { level: unknown }>['level']): boolean {
  if (op === 'in') return typeof n === 'object' && isWithin(level, n[0], n[1]);
  if (typeof n !== 'number') return false;
  return op === '=' ? level === n : op === '>=' ? level >= n : level <= n;
}

/** True if one holds, false if none does, null while an open one may. */
function anyOf(results: readonly (boolean | null)[]): boolean | null {
  return results.includes(true) ? true : results.includes(null) ? null : false;
}

function negated(result: boolean | null): boolean | null {
  return result === null ? null : !result;
}

/** Returns whether a condition holds; null while an open answer decides it. A fact that is absent does not hold. */
export function conditionHolds(when: When, evidence: Evidence): boolean | null {
  const each = (list: readonly When[]) => list.map((one) => conditionHolds(one, evidence));
  if ('any' in when) return anyOf(each(when.any));
  if ('none' in when) return negated(anyOf(each(when.none)));
  if ('all' in when) return negated(anyOf(each(when.all).map(negated)));
  if ('answer' in when) return answerHolds(when.answer, evidence);
  if ('level' in when) {
    const level = ownValue(evidence.levels, when.level[0]);
    return level === undefined ? null : levelHolds(level, when.level);
  }
  if ('flag' in when) return ownValue(evidence.facts, when.flag) === true;
  if ('sum' in when) {
    const counts = Object.values((ownValue(evidence.facts, when.sum) ?? {}) as Record<string, number>);
    return counts.reduce((sum, count) => sum + count, 0) >= when.gte;
  }
  const fact = evidence.definition.facts?.find(({ key }) => key === when.fact);
  return fact ? factHolds(fact, ownValue(evidence.facts, when.fact), when.from, when.to) : false;
}

/** An alternative of the same `oneOf` that is answered decides an open item. */
function answerHolds([code, option]: readonly [string, string], { definition, answers }: Evidence): boolean | null {
  const answer = answers.get(code);
  if (answer !== undefined) return answer === option;
  const group = definition.items.find((item) => item.code === code)?.oneOf;
  const isDecided =
    group !== undefined && definition.items.some((item) => item.oneOf === group && answers.has(item.code));
  return isDecided ? false : null;
}
