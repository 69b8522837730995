import type { Draft, DraftWhen } from './draft.ts';

/** Returns a condition with each of its plain parts changed. */
export function mapWhen(when: DraftWhen, change: (part: DraftWhen) => DraftWhen): DraftWhen {
  const each = (list: readonly DraftWhen[]) => list.map((part) => mapWhen(part, change));
  if ('any' in when) return { any: each(when.any) };
  if ('all' in when) return { all: each(when.all) };
  if ('none' in when) return { none: each(when.none) };
  return change(when);
}

/** Returns a draft with each plain part of a condition changed, in rules and in the matrix. */
function withConditions(draft: Draft, change: (part: DraftWhen) => DraftWhen): Draft {
  const { rules, grade } = draft;
  const changed = <T extends { readonly when: DraftWhen }>(list: readonly T[]) =>
    list.map((each) => ({ ...each, when: mapWhen(each.when, change) }));
  return {
    ...draft,
    ...(rules && { rules: changed(rules) }),
    ...(grade?.by === 'matrix' && { grade: { ...grade, rows: changed(grade.rows) } }),
  };
}

const swap = (value: string, from: string, to: string) => (value === from ? to : value);

/** Renames an item in parts, levels and conditions; the item itself has its new code already. */
export function renameItem(draft: Draft, from: string, to: string): Draft {
  const { parts, levels } = draft;
  const renamed = {
    ...draft,
    ...(parts && { parts: parts.map((part) => ({ ...part, items: part.items.map((code) => swap(code, from, to)) })) }),
    ...(levels && {
      levels: levels.map((level) =>
        level.by === 'bands'
          ? level
          : {
              ...level,
              map: Object.fromEntries(Object.entries(level.map).map(([code, list]) => [swap(code, from, to), list])),
            },
      ),
    }),
  };
  return withConditions(renamed, (part) =>
    'answer' in part ? { answer: [swap(part.answer[0], from, to), part.answer[1]] } : part,
  );
}

/** Renames an option in conditions. */
export const renameOption = (draft: Draft, item: string, from: string, to: string): Draft =>
  withConditions(draft, (part) =>
    'answer' in part && part.answer[0] === item ? { answer: [item, swap(part.answer[1], from, to)] } : part,
  );

/** Renames a part in levels and conditions. */
export function renamePart(draft: Draft, from: string, to: string): Draft {
  const { levels } = draft;
  const renamed = {
    ...draft,
    ...(levels && { levels: levels.map((level) => ({ ...level, part: swap(level.part, from, to) })) }),
  };
  return withConditions(renamed, (part) => {
    if (!('level' in part)) return part;
    const [code, op, n] = part.level;
    return { level: [swap(code, from, to), op, n] };
  });
}

/** Renames a fact in band sets and conditions. */
export function renameFact(draft: Draft, from: string, to: string): Draft {
  const { bandSets } = draft;
  const renamed = {
    ...draft,
    ...(bandSets && {
      bandSets: bandSets.map((set) =>
        'by' in set ? { ...set, by: { ...set.by, fact: swap(set.by.fact, from, to) } } : set,
      ),
    }),
  };
  return withConditions(renamed, (part) => {
    if ('fact' in part) return { ...part, fact: swap(part.fact, from, to) };
    if ('sum' in part) return { ...part, sum: swap(part.sum, from, to) };
    return 'flag' in part ? { flag: swap(part.flag, from, to) } : part;
  });
}

/** Renames a band set where a fact chooses it. */
export function renameSet(draft: Draft, from: string, to: string): Draft {
  if (!draft.bandSets) return draft;
  const bandSets = draft.bandSets.map((set) =>
    'by' in set
      ? {
          ...set,
          by: {
            ...set.by,
            sets: Object.fromEntries(Object.entries(set.by.sets).map(([key, code]) => [key, swap(code, from, to)])),
          },
        }
      : set,
  );
  return { ...draft, bandSets };
}

/** Renames a grade where rules set it and rows of the matrix give it. */
export function renameGrade(draft: Draft, from: string, to: string): Draft {
  const { rules, grade } = draft;
  return {
    ...draft,
    ...(rules && {
      rules: rules.map((rule) =>
        'set' in rule.effect ? { ...rule, effect: { set: swap(rule.effect.set, from, to) } } : rule,
      ),
    }),
    ...(grade?.by === 'matrix' && {
      grade: { ...grade, rows: grade.rows.map((row) => ({ ...row, grade: swap(row.grade, from, to) })) },
    }),
  };
}

/** Returns a draft whose parts and levels do not name an item; conditions that name it become wrong. */
export function withoutItem(draft: Draft, code: string): Draft {
  const { parts, levels } = draft;
  return {
    ...draft,
    ...(parts && { parts: parts.map((part) => ({ ...part, items: part.items.filter((item) => item !== code) })) }),
    ...(levels && {
      levels: levels.map((level) =>
        level.by === 'bands'
          ? level
          : { ...level, map: Object.fromEntries(Object.entries(level.map).filter(([item]) => item !== code)) },
      ),
    }),
  };
}
