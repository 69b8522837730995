import type { LevelOperator, ScaleDefinition, ScaleFact, When } from '../definition.ts';
import { type DefinitionCheck, placeIn } from './definitionCheck.ts';

const category = /^[A-Za-z]\d[0-9A-Za-z](\..{1,10})?$/;

/** What the names in a condition may refer to. */
export interface Names {
  items: ReadonlyMap<string, ReadonlySet<string>>;
  facts: ReadonlyMap<string, ScaleFact>;
  /** Parts with a level. */
  leveled: ReadonlySet<string>;
}

export function namesOf({ items, facts = [], levels = [] }: ScaleDefinition): Names {
  return {
    items: new Map(items.map(({ code, options }) => [code, new Set(options.map((option) => option.code))])),
    facts: new Map(facts.map((fact) => [fact.key, fact])),
    leveled: new Set(levels.map(({ part }) => part)),
  };
}

function endProblem({ kind, options = [] }: ScaleFact, end: number | string | undefined): string | undefined {
  if (end === undefined) return undefined;
  if (kind === 'number') return typeof end === 'number' ? undefined : '须为数字';
  if (kind === 'codes') return typeof end === 'string' && category.test(end) ? undefined : '须为 ICD-10 类目，如 F00';
  return options.some(({ code }) => code === end) ? undefined : '没有这个选项';
}

/** Returns the rank of an end of a range, to compare it with the other. */
function rankOf({ kind, options = [] }: ScaleFact, end: number | string): number | string {
  if (kind === 'choice') return options.findIndex(({ code }) => code === end);
  return kind === 'codes' ? String(end).slice(0, 3).toUpperCase() : end;
}

function rangeProblem({ facts }: Names, when: Extract<When, { fact: string }>): [key: string, msg: string] | undefined {
  const fact = facts.get(when.fact);
  const { from, to } = when;
  if (!fact) return ['fact', '没有这个事实'];
  if (!['number', 'choice', 'codes'].includes(fact.kind)) return ['fact', '只有数字、单选和诊断编码可以比较'];
  if (from === undefined && to === undefined) return ['from', '请填写起止中的一项'];
  const key = (['from', 'to'] as const).find((end) => endProblem(fact, when[end]));
  if (key) return [key, endProblem(fact, when[key]) ?? ''];
  const isReversed = from !== undefined && to !== undefined && rankOf(fact, from) > rankOf(fact, to);
  return isReversed ? ['to', '不能小于起始'] : undefined;
}

function checkFact(
  check: DefinitionCheck,
  { facts }: Names,
  [key, kind]: readonly [string, ScaleFact['kind']],
  place: string,
): void {
  const fact = facts.get(key);
  if (!fact) check.add(place, '没有这个事实');
  else if (fact.kind !== kind) check.add(place, kind === 'flag' ? '须为是否类事实' : '须为次数类事实');
}

function checkLevel(
  check: DefinitionCheck,
  { leveled }: Names,
  [part, op, n]: readonly [string, LevelOperator, unknown],
  place: string,
): void {
  if (!leveled.has(part)) check.add(placeIn(place, 0), '没有这个分项的级别');
  const [from = 0, to = 0] = op === 'in' ? (n as [number, number]) : [];
  if (from > to) check.add(placeIn(place, 2), '不能小于起始');
}

function checkAnswer(check: DefinitionCheck, { items }: Names, [item, option]: readonly string[], place: string): void {
  const options = items.get(item ?? '');
  if (!options) check.add(placeIn(place, 0), '没有这个条目');
  else if (!options.has(option ?? '')) check.add(placeIn(place, 1), '条目没有这个选项');
}

/** Reports names in a condition that nothing defines, and ranges that end before they start. */
export function checkWhen(check: DefinitionCheck, names: Names, when: When, place: string): void {
  const nested = (key: string, list: readonly When[]) => {
    for (const [index, one] of list.entries()) checkWhen(check, names, one, placeIn(placeIn(place, key), index));
  };
  if ('any' in when) nested('any', when.any);
  else if ('all' in when) nested('all', when.all);
  else if ('none' in when) nested('none', when.none);
  else if ('answer' in when) checkAnswer(check, names, when.answer, placeIn(place, 'answer'));
  else if ('sum' in when) checkFact(check, names, [when.sum, 'counts'], placeIn(place, 'sum'));
  else if ('flag' in when) checkFact(check, names, [when.flag, 'flag'], placeIn(place, 'flag'));
  else if ('level' in when) checkLevel(check, names, when.level, placeIn(place, 'level'));
  else {
    const [key, msg = ''] = rangeProblem(names, when) ?? [];
    if (key !== undefined) check.add(placeIn(place, key), msg);
  }
}
