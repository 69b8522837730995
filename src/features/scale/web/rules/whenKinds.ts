import type { Draft, DraftWhen } from '../draft/draft.ts';

/** Kinds of conditions, in words. */
export const whenKinds = {
  answer: '某条选了',
  flag: '有某种情况',
  sum: '事件次数合计',
  fact: '事实的值在',
  level: '某部分的等级',
  any: '任一成立',
  all: '全部成立',
  none: '都不成立',
} as const;
export type WhenKind = keyof typeof whenKinds;
export type Group = 'any' | 'all' | 'none';

export const groups: readonly Group[] = ['any', 'all', 'none'];

/** Returns the kind of a condition. */
export function kindOf(when: DraftWhen): WhenKind {
  return (Object.keys(whenKinds) as WhenKind[]).find((kind) => kind in when) ?? 'any';
}

/** Returns the parts of a group; undefined for a plain condition. */
export function partsOf(when: DraftWhen): readonly DraftWhen[] | undefined {
  if ('any' in when) return when.any;
  if ('all' in when) return when.all;
  return 'none' in when ? when.none : undefined;
}

/** Returns a group with these parts. */
export function groupOf(kind: Group, parts: readonly DraftWhen[]): DraftWhen {
  if (kind === 'any') return { any: parts };
  return kind === 'all' ? { all: parts } : { none: parts };
}

/** Returns the kinds for which a definition has something to name. */
export function offeredKinds({ facts = [], levels = [] }: Draft): WhenKind[] {
  const has = (...kinds: readonly string[]) => facts.some(({ kind }) => kinds.includes(kind));
  return [
    'answer',
    ...(has('flag') ? (['flag'] as const) : []),
    ...(has('counts') ? (['sum'] as const) : []),
    ...(has('codes', 'number', 'choice') ? (['fact'] as const) : []),
    ...(levels.length > 0 ? (['level'] as const) : []),
    ...groups,
  ];
}

/** Returns the first condition of a kind, with names of the definition; a group keeps what it is made of. */
export function newWhen(kind: WhenKind, { items, facts = [], levels = [] }: Draft, former?: DraftWhen): DraftWhen {
  const factOf = (...kinds: readonly string[]) => facts.find((fact) => kinds.includes(fact.kind));
  switch (kind) {
    case 'answer':
      return { answer: [items[0]?.code ?? '', items[0]?.options.at(-1)?.code ?? ''] };
    case 'flag':
      return { flag: factOf('flag')?.key ?? '' };
    case 'sum':
      return { sum: factOf('counts')?.key ?? '', gte: 1 };
    case 'fact': {
      const fact = factOf('codes', 'number', 'choice');
      const first = fact?.options?.[0]?.code;
      return { fact: fact?.key ?? '', ...(first !== undefined && { from: first, to: first }) };
    }
    case 'level':
      return { level: [levels[0]?.part ?? '', '>=', 1] };
    default:
      return groupOf(
        kind,
        (former && partsOf(former)) ?? (former ? [former] : [newWhen('answer', { items, facts } as Draft)]),
      );
  }
}
