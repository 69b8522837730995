import type { Facts, FactValue } from '#shared/scale/definition.ts';
import { type ScaleScore, scoreScale } from '#shared/scale/score.ts';
import { type Draft, type DraftFact, definitionOf } from '../draft/draft.ts';
import { mapWhen } from '../draft/references.ts';

/** What is entered in a try-out. */
export interface TryInput {
  answers: Readonly<Record<string, string>>;
  facts: Readonly<Record<string, FactValue>>;
  bandSet: string | undefined;
  prorate: boolean;
}

export const emptyInput: TryInput = { answers: {}, facts: {}, bandSet: undefined, prorate: false };

/** Returns an input without the answers, facts and sets that a draft does not have, of one of each `oneOf` group. */
export function fittingInput(draft: Draft, { answers, facts, bandSet, prorate }: TryInput): TryInput {
  const options = new Map(draft.items.map((item) => [item.code, new Set(item.options.map(({ code }) => code))]));
  const byKey = new Map(draft.facts?.map((fact) => [fact.key, fact]));
  const fits = ([key, value]: [string, FactValue]) => {
    const fact = byKey.get(key);
    if (!fact) return false;
    const codes = new Set(fact.options?.map(({ code }) => code));
    if (fact.kind === 'flag') return typeof value === 'boolean';
    if (fact.kind === 'number') return typeof value === 'number';
    if (fact.kind === 'choice') return typeof value === 'string' && codes.has(value);
    if (fact.kind === 'counts')
      return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).every((code) => codes.has(code));
    return Array.isArray(value) && (fact.kind === 'codes' || value.every((code) => codes.has(code)));
  };
  return {
    answers: Object.fromEntries(Object.entries(answers).filter(([item, option]) => options.get(item)?.has(option))),
    facts: Object.fromEntries(Object.entries(facts).filter(fits)) as Facts as TryInput['facts'],
    bandSet: draft.bandSets?.some(({ code }) => code === bandSet) ? bandSet : undefined,
    prorate: prorate && draft.prorate !== undefined,
  };
}

/** Returns the input of the engine and of `scoreScale`. */
export const scoreInput = ({ answers, facts, bandSet, prorate }: TryInput) => ({
  ...{ answers, facts },
  ...(bandSet !== undefined && { bandSet }),
  ...(prorate && { prorate }),
});

/** Returns the score of a sound draft, or why there is none. */
export function tryScore(draft: Draft, input: TryInput): ScaleScore | string {
  try {
    return scoreScale(definitionOf(draft), scoreInput(input));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns an answer to each item: the best, or the worst; of items with the same `oneOf` to the first. */
export function allAnswers({ items }: Draft, end: 'best' | 'worst'): TryInput['answers'] {
  const groups = new Set<string>();
  const answered = items.filter(({ oneOf }) => {
    if (oneOf === undefined) return true;
    const isFirst = !groups.has(oneOf);
    groups.add(oneOf);
    return isFirst;
  });
  return Object.fromEntries(
    answered.flatMap(({ code, options }) => {
      const option = options.at(end === 'best' ? 0 : -1);
      return option ? [[code, option.code]] : [];
    }),
  );
}

/** Returns whether the server has the same score. */
export function isSame(own: ScaleScore, other: ScaleScore): boolean {
  const plain = (score: ScaleScore) =>
    JSON.stringify([
      ...[score.complete, [...score.missing].sort(), score.total, score.preliminary, score.final, score.manual],
      ...[Object.entries(score.parts).sort(), Object.entries(score.levels).sort()],
      score.rules.map(({ code, counted }) => [code, counted]),
    ]);
  return plain(own) === plain(other);
}

/** Returns the facts that a rule or a band set reads, and the others. */
export function factsByUse(draft: Draft): { scored: readonly DraftFact[]; unscored: readonly DraftFact[] } {
  const { facts = [], bandSets = [], rules = [], grade } = draft;
  const read = new Set(bandSets.flatMap((set) => ('by' in set ? [set.by.fact] : [])));
  const rows = grade?.by === 'matrix' ? grade.rows : [];
  for (const { when } of [...rules, ...rows])
    mapWhen(when, (part) => {
      if ('fact' in part) read.add(part.fact);
      if ('sum' in part) read.add(part.sum);
      if ('flag' in part) read.add(part.flag);
      return part;
    });
  return { scored: facts.filter(({ key }) => read.has(key)), unscored: facts.filter(({ key }) => !read.has(key)) };
}
