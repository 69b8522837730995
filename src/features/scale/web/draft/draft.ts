import { type ScaleDefinition, scaleKeys } from '#shared/scale/definition.ts';

/** A value while it is edited: an emptied number is null. */
type Loose<T> = T extends number ? number | null : T extends object ? { readonly [K in keyof T]: Loose<T[K]> } : T;

/** A definition while it is edited: with the keys of the grammar, so that a problem's place is that of a field. */
export type Draft = Loose<ScaleDefinition>;
export type DraftItem = Draft['items'][number];
export type DraftOption = DraftItem['options'][number];
export type DraftPart = NonNullable<Draft['parts']>[number];
export type DraftFact = NonNullable<Draft['facts']>[number];
export type DraftSet = NonNullable<Draft['bandSets']>[number];
export type DraftBands = Extract<DraftSet, { bands: unknown }>;
export type DraftLevels = NonNullable<Draft['levels']>[number];
export type DraftRule = NonNullable<Draft['rules']>[number];
export type DraftMatrix = Extract<NonNullable<Draft['grade']>, { by: 'matrix' }>;
export type DraftWhen = DraftRule['when'];

/** First state of a new scale: one item with yes and no, summed up, without grades. */
export const newDraft: Draft = {
  ...{ code: '', name: '', version: 1, licence: '本机构自编' },
  items: [
    {
      ...{ code: '1', label: '' },
      options: [
        { code: '1', label: '是', points: 1 },
        { code: '0', label: '否', points: 0 },
      ],
    },
  ],
  ...{ total: { of: 'sum' }, grade: null, validMonths: 12 },
};

/** Returns the keys of the grammar of a stored or pasted definition, with another version. */
export function draftOf(definition: object, version: number): Draft {
  const { items, ...rest } = definition as ScaleDefinition;
  const grammar = scaleKeys.filter((key) => key in rest).map((key) => [key, rest[key as keyof typeof rest]]);
  const plain = items.map(({ max: _max, ...item }: ScaleDefinition['items'][number] & { max?: number }) => item);
  return { ...Object.fromEntries(grammar), items: plain, version } as Draft;
}

/** Returns the definition that `addScale` takes; what is still empty breaks its rules. */
export const definitionOf = (draft: Draft) => draft as unknown as ScaleDefinition;

/** Returns a draft with some of its keys changed; a key that becomes undefined is left out. */
export function patched(draft: Draft, patch: Partial<{ [K in keyof Draft]: Draft[K] | undefined }>): Draft {
  const entries = Object.entries({ ...draft, ...patch }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as Draft;
}

/** Returns a list with one element replaced. */
export const replacedAt = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.map((each, place) => (place === index ? value : each));

/** Returns a list without one element. */
export const removedAt = <T>(list: readonly T[], index: number): T[] => list.filter((_, place) => place !== index);

/** Returns a list with an element after `index`. */
export const insertedAfter = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.toSpliced(index + 1, 0, value);

/** Returns the first of `1`, `2`, … after a prefix that no code has. */
export function freeCode(taken: readonly string[], prefix = ''): string {
  const codes = new Set(taken);
  for (let number = taken.length + 1; ; number += 1) if (!codes.has(`${prefix}${number}`)) return `${prefix}${number}`;
}
