import type { Draft, DraftWhen } from '../draft/draft.ts';

const named = (list: readonly { code: string; label: string }[] | undefined, code: string) => {
  const label = list?.find((each) => each.code === code)?.label;
  return label ? `${code} ${label}` : code;
};

const factName = (draft: Draft, key: string) => draft.facts?.find((fact) => fact.key === key)?.label || key;

function answerText(draft: Draft, [item, option]: readonly [string, string]): string {
  const options = draft.items.find(({ code }) => code === item)?.options;
  const label = options?.find(({ code }) => code === option)?.label;
  return `「${named(draft.items, item)}」选「${label || option}」`;
}

type Bounds = Extract<DraftWhen, { fact: unknown }>;

function factText(draft: Draft, { fact, from, to }: Bounds): string {
  const kind = draft.facts?.find(({ key }) => key === fact)?.kind;
  const name = `「${factName(draft, fact)}」`;
  const has = kind === 'codes' || kind === 'choices' ? '里有 ' : '在 ';
  if (from === to && from !== undefined) return `${name}${kind === 'codes' ? '里有' : '是'} ${from}`;
  if (from === undefined && to === undefined) return `${name}有值`;
  if (from === undefined) return `${name}不大于 ${to}`;
  return to === undefined ? `${name}不小于 ${from}` : `${name}${has}${from} 到 ${to}`;
}

type LevelWhen = Extract<DraftWhen, { level: unknown }>;

function levelText(draft: Draft, [part, op, n]: LevelWhen['level']): string {
  const name = `「${named(draft.parts, part)}」`;
  if (Array.isArray(n)) return `${name} ${n[0] ?? '?'} 到 ${n[1] ?? '?'} 级`;
  const side = op === '>=' ? '及以上' : op === '<=' ? '及以下' : '';
  return `${name} ${n ?? '?'} 级${side}`;
}

/** Returns parts in a row; groups among them in brackets. */
function joined(draft: Draft, list: readonly DraftWhen[], word: string): string {
  const isGroup = (part: DraftWhen) => 'any' in part || 'all' in part;
  return list
    .map((part) => (isGroup(part) && list.length > 1 ? `（${whenText(draft, part)}）` : whenText(draft, part)))
    .join(word);
}

/** Returns a condition as a sentence, with the names of a definition: 「意识水平」选「昏迷」，或有「昏迷」. */
export function whenText(draft: Draft, when: DraftWhen): string {
  if ('answer' in when) return answerText(draft, when.answer);
  if ('fact' in when) return factText(draft, when);
  if ('sum' in when) return `「${factName(draft, when.sum)}」合计不少于 ${when.gte ?? '?'} 次`;
  if ('flag' in when) return `有「${factName(draft, when.flag)}」`;
  if ('level' in when) return levelText(draft, when.level);
  if ('any' in when) return when.any.length === 0 ? '还没有条件' : joined(draft, when.any, '，或');
  if ('all' in when) return when.all.length === 0 ? '还没有条件' : joined(draft, when.all, '，且');
  return when.none.length === 0 ? '还没有条件' : `没有：${joined(draft, when.none, '，或')}`;
}

type Rule = NonNullable<Draft['rules']>[number];

/** Returns every grade that a scale can give, best first; of several band sets those of all. */
export function gradesOf(draft: Draft): readonly { code: string; label: string }[] {
  const { grade, bandSets } = draft;
  if (grade?.by === 'matrix') return grade.grades;
  if (grade?.by !== 'bands') return [];
  const all = (bandSets ?? []).flatMap((set) => ('bands' in set ? set.bands : []));
  return all.filter(({ code }, index) => all.findIndex((other) => other.code === code) === index);
}

/** Returns what a rule does to the grade: 直接定为「完全失能」, 差一级. */
export function effectText(draft: Draft, effect: Rule['effect']): string {
  if ('worse' in effect) return '等级差一级';
  const label = gradesOf(draft).find(({ code }) => code === effect.set)?.label;
  return `等级定为「${label || effect.set}」`;
}

/** Returns a rule as a sentence. */
export const ruleText = (draft: Draft, rule: Rule): string =>
  `${whenText(draft, rule.when)}：${effectText(draft, rule.effect)}`;
