import type { PhysicalCatalogue, PhysicalFlag, PhysicalItem } from '#shared/physical/catalogue.ts';
import { computedBmi, readItem } from '#shared/physical/entered.ts';
import { chosenOf, type Examined, flagOf, type JudgedRange } from '#shared/physical/flag.ts';
import { limitWords, rangeWords } from '#shared/physical/rangeWords.ts';
import type { AnyResult, StoredItem } from '../record.ts';
import { type Entered, enteredOf, givenOf, isEmpty, nothing } from './entered.ts';

/** One item of the form, judged for the person. */
export interface Row {
  item: PhysicalItem;
  entered: Entered;
  /** In the item's unit; null: none, or not readable yet. */
  value: number | null;
  /** Neither a result nor 「无」. */
  isEmpty: boolean;
  flag: PhysicalFlag;
  limits: JudgedRange;
  /** Reference in words. */
  range: string;
  /** Why the input is refused. */
  problem: string | undefined;
}

interface Person extends Examined {
  catalogue: PhysicalCatalogue;
}

/** Returns an item as it is stored: with the flag and the limits of that day. */
function storedRow(item: PhysicalItem, stored: StoredItem, person: Person): Row {
  const { value, flag, low, high, lowOpen, highOpen } = stored;
  const limits = { low, high, lowOpen, highOpen };
  const words = limitWords(limits, item.decimals);
  return {
    ...{ item, value, flag, limits, isEmpty: false, problem: undefined },
    entered: enteredOf(stored),
    range: words || rangeWords(item, person),
  };
}

/** Returns an item as it is typed, judged by the catalogue of the examination. */
function typedRow(item: PhysicalItem, entered: Entered, person: Person): Row {
  const empty = isEmpty(entered);
  const read = empty ? undefined : readItem(person.catalogue, givenOf(item, entered));
  const result = read && !read.problem ? read.result : undefined;
  const { flag, ...limits } = flagOf(item, { value: result?.value ?? null, text: result?.text ?? null }, person);
  return {
    ...{ item, entered, isEmpty: empty, limits, flag: result?.absent ? 'none' : flag },
    value: result?.value ?? null,
    range: rangeWords(item, person),
    problem: read?.problem?.msg,
  };
}

function bmiRow(item: PhysicalItem, rows: ReadonlyMap<string, Row>, person: Person): Row {
  const bmi = computedBmi((code) => rows.get(code)?.value);
  const { flag, ...limits } = flagOf(item, { value: bmi, text: null }, person);
  const text = bmi === null ? '' : bmi.toFixed(item.decimals ?? 1);
  return {
    ...{ item, flag, limits, value: bmi, isEmpty: bmi === null, problem: undefined },
    entered: { ...nothing, text },
    range: rangeWords(item, person),
  };
}

/**
 * Returns the rows of the form by code, in the order of the catalogue.
 * @param typed what was typed since the record was read; it has precedence over what is stored
 */
export function rowsOf(
  person: Person,
  stored: readonly StoredItem[],
  typed: ReadonlyMap<string, Entered>,
): ReadonlyMap<string, Row> {
  const byCode = new Map(stored.map((one) => [one.code, one]));
  const rows = new Map<string, Row>();
  for (const item of person.catalogue.items) {
    if (item.computed) continue;
    const entered = typed.get(item.code);
    const one = byCode.get(item.code);
    rows.set(item.code, !entered && one ? storedRow(item, one, person) : typedRow(item, entered ?? nothing, person));
  }
  return new Map(
    person.catalogue.items.map((item) => [item.code, rows.get(item.code) ?? bmiRow(item, rows, person)] as const),
  );
}

/** Returns whether a row is out of its range or marked abnormal. */
export const isAbnormal = ({ flag }: Pick<Row, 'flag'>): boolean =>
  flag === 'low' || flag === 'high' || flag === 'abnormal';

/** Returns a result in words: 6.4, 阴性, 窦性心律（偶发早搏）; empty without one. */
export function resultWords(item: PhysicalItem, result: AnyResult | undefined): string {
  if (!result) return '';
  if (result.absent) return '无';
  if (item.form === 'number') return result.value === null ? '' : numberWords(item, result.value);
  const words =
    item.form === 'choice'
      ? chosenOf(result.text)
          .map((code) => item.options?.find((option) => option.code === code)?.label ?? code)
          .join('、')
      : (result.text ?? '');
  if (!result.note) return words;
  return words === '' ? result.note : `${words}（${result.note}）`;
}

/** Returns a value with the decimals of its item, with one more where the value has it: 78.5 is not 79. */
export function numberWords(
  { decimals, computed }: Pick<PhysicalItem, 'decimals' | 'computed'>,
  value: number,
): string {
  const plain = String(Number(value.toPrecision(6)));
  if (decimals === undefined) return plain;
  if (computed) return value.toFixed(decimals);
  const own = plain.split('.')[1]?.length ?? 0;
  return value.toFixed(Math.max(decimals, Math.min(own, decimals + 1)));
}

/** Returns the result of a row for comparison with older ones. */
export function resultOf({ item, entered, value }: Row): AnyResult {
  const { text, note, absent } = entered;
  return { code: item.code, value, text: item.form === 'number' ? null : text || null, note: note || null, absent };
}
