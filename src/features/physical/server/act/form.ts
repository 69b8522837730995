import type { Selectable } from 'kysely';
import { encrypt } from '#server/core/crypto.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import type { PhysicalForm } from '#server/db/tables.ts';
import { json } from '#server/db/values.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import type { PhysicalCatalogue, PhysicalFlag, PhysicalItem } from '#shared/physical/catalogue.ts';
import { itemsByCode } from '#shared/physical/catalogues.ts';
import { computedBmi, type GivenItem, type ItemResult, pressurePairs, readItem } from '#shared/physical/entered.ts';
import { type Examined, flagOf, type JudgedRange } from '#shared/physical/flag.ts';

/** Result of an item as it lies in the table, with unit, limits and flag of its time; a limit that is absent is none. */
export interface StoredItem {
  value?: number;
  /** Codes of options, separated by commas. */
  choice?: string;
  unit?: string;
  low?: number;
  high?: number;
  lowOpen?: true;
  highOpen?: true;
  flag: PhysicalFlag;
  given?: { value: number; unit: string };
  absent?: true;
}
export type StoredItems = Record<string, StoredItem>;
/** Words of items, by code; encrypted where they lie. */
type Words = Record<string, { text?: string; note?: string }>;

/** Results by code, as they were entered. */
export type Results = Map<string, ItemResult>;

type StoredForm = Pick<Selectable<PhysicalForm>, 'items' | 'textsCipher'>;

export const itemsOf = ({ items }: Pick<StoredForm, 'items'>) => items as unknown as StoredItems;
export const wordsOf = ({ textsCipher }: Pick<StoredForm, 'textsCipher'>) =>
  JSON.parse(decrypted(textsCipher) ?? '{}') as Words;

/** Returns the entered results of a stored form: without what is computed. */
export function resultsOf(form: StoredForm, catalogue: PhysicalCatalogue): Results {
  const words = wordsOf(form);
  const items = itemsByCode(catalogue);
  return new Map(
    Object.entries(itemsOf(form)).flatMap(([code, stored]): [string, ItemResult][] => {
      if (items.get(code)?.computed) return [];
      const { text, note } = words[code] ?? {};
      const { value = null, choice = null, given = null, absent = false } = stored;
      return [[code, { value, text: choice ?? text ?? null, note: note ?? null, absent, given }]];
    }),
  );
}

/** Applies given items to the results. Returns problems, each at `items.<code>`, and the codes that changed. */
export function applyGiven(
  catalogue: PhysicalCatalogue,
  results: Results,
  given: readonly GivenItem[],
): { errors: FieldProblem[]; changed: string[] } {
  const errors: FieldProblem[] = [];
  const changed = new Set<string>();
  for (const one of given) {
    const { item, problem, result } = { result: null, ...readItem(catalogue, one) };
    if (problem) errors.push({ field: `items.${item?.code ?? one.code}`, ...problem });
    else if (changed.has(item.code))
      errors.push({ field: `items.${item.code}`, rule: 'twice', msg: `${item.label}给了两次` });
    else {
      changed.add(item.code);
      if (result) results.set(item.code, result);
      else results.delete(item.code);
    }
  }
  if (errors.length === 0) errors.push(...pressureProblems(catalogue, results));
  return { errors, changed: [...changed] };
}

function pressureProblems(catalogue: PhysicalCatalogue, results: Results): FieldProblem[] {
  return pressurePairs.flatMap(([upper, lower]) => {
    const [systolic, diastolic] = [results.get(upper)?.value ?? null, results.get(lower)?.value ?? null];
    if (systolic === null || diastolic === null || diastolic < systolic) return [];
    const label = itemsByCode(catalogue).get(lower)?.label ?? lower;
    return [{ field: `items.${lower}`, rule: 'order', msg: `${label}必须低于收缩压` }];
  });
}

/** Returns the limits that there are. */
const limitsOf = ({ low, high, lowOpen, highOpen }: JudgedRange) => ({
  ...(low !== null && { low }),
  ...(high !== null && { high }),
  ...(lowOpen && { lowOpen }),
  ...(highOpen && { highOpen }),
});

function storedItem(item: PhysicalItem, result: ItemResult, person: Examined): StoredItem {
  const { value, text, given, absent } = result;
  const judged = flagOf(item, absent ? {} : result, person);
  return {
    ...(value !== null && { value }),
    ...(item.form === 'choice' && text !== null && { choice: text }),
    ...(item.unit !== undefined && { unit: item.unit }),
    ...limitsOf(judged),
    flag: judged.flag,
    ...(given && { given }),
    ...(absent && { absent: true as const }),
  };
}

const countedFlags: readonly PhysicalFlag[] = ['low', 'high', 'abnormal'];

/** Form as it is stored, and what the list shows of it. */
export interface Judged {
  items: StoredItems;
  words: Words;
  columns: {
    abnormal: string[];
    systolic: number | null;
    diastolic: number | null;
    bmi: number | null;
    glucose: number | null;
  };
}

/** Returns the pressure, mmHg: of the left arm before the right; null without both values of an arm. */
export function pressureOf(valueIn: (code: string) => number | null | undefined) {
  for (const [upper, lower] of pressurePairs) {
    const [systolic, diastolic] = [valueIn(upper), valueIn(lower)];
    if (typeof systolic === 'number' && typeof diastolic === 'number') return { systolic, diastolic };
  }
  return null;
}

const computed = (value: number): ItemResult => ({ value, text: null, note: null, absent: false, given: null });

/** Returns the words of a result; undefined without any. */
function wordsIn({ form }: PhysicalItem, { text, note }: ItemResult): Words[string] | undefined {
  const own = form === 'text' ? text : null;
  if (own === null && note === null) return undefined;
  return { ...(own !== null && { text: own }), ...(note !== null && { note }) };
}

/** Returns the columns of the list. */
function columnsOf(items: StoredItems): Judged['columns'] {
  const pressure = pressureOf((code) => items[code]?.value);
  return {
    abnormal: Object.entries(items).flatMap(([code, { flag }]) => (countedFlags.includes(flag) ? [code] : [])),
    ...{ systolic: pressure?.systolic ?? null, diastolic: pressure?.diastolic ?? null },
    ...{ bmi: items['39156-5']?.value ?? null, glucose: items['14771-0']?.value ?? null },
  };
}

/** Judges all results by the catalogue for the person on the day. */
export function judgeForm(catalogue: PhysicalCatalogue, results: Results, person: Examined): Judged {
  const items: StoredItems = {};
  const words: Words = {};
  const bmi = computedBmi((code) => results.get(code)?.value);
  for (const item of catalogue.items) {
    const ofBmi = bmi === null ? undefined : computed(bmi);
    const result = item.computed ? ofBmi : results.get(item.code);
    if (!result) continue;
    items[item.code] = storedItem(item, result, person);
    const own = wordsIn(item, result);
    if (own) words[item.code] = own;
  }
  return { items, words, columns: columnsOf(items) };
}

/** Returns the columns of a judged form. */
export const formColumns = ({ items, words }: Judged) => ({
  items: json(items as never),
  textsCipher: Object.keys(words).length > 0 ? encrypt(JSON.stringify(words)) : null,
});
