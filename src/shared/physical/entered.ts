import { bmiOf } from '#shared/health/readingKinds.ts';
import type { PhysicalCatalogue, PhysicalItem } from './catalogue.ts';
import { itemsByCode } from './catalogues.ts';
import { chosenOf } from './flag.ts';
import { inItemUnit } from './units.ts';

/** Result of an item as a person or a file gives it. */
export interface GivenItem {
  code: string;
  value?: number | null | undefined;
  /** Words, or codes or labels of options separated by commas. */
  text?: string | null | undefined;
  /** Words with the options. */
  note?: string | null | undefined;
  /** 「无」: not examined, or nothing to report. */
  absent?: boolean | undefined;
  unit?: string | undefined;
}

/** Result in the item's unit; codes of options in `text`. */
export interface ItemResult {
  value: number | null;
  text: string | null;
  note: string | null;
  absent: boolean;
  /** As given, if its unit was another. */
  given: { value: number; unit: string } | null;
}

export interface ItemProblem {
  rule: 'unknown' | 'computed' | 'type' | 'unit' | 'range' | 'option';
  msg: string;
}

export type ReadItem =
  | { item: PhysicalItem; result: ItemResult | null; problem?: undefined }
  | { item: PhysicalItem | null; problem: ItemProblem };

const noResult: ItemResult = { value: null, text: null, note: null, absent: false, given: null };

/** Returns the sentence of an item's plausibility: 「血红蛋白应在 10–300 g/L 之间」. */
export function plausibleText({ label, plausible, unit }: PhysicalItem): string {
  return `${label}应在 ${plausible?.min}–${plausible?.max}${unit ? ` ${unit}` : ''} 之间`;
}

type Outcome = ItemResult | ItemProblem;

const problem = (rule: ItemProblem['rule'], msg: string): ItemProblem => ({ rule, msg });

function numberOf(item: PhysicalItem, { value, text, unit }: GivenItem): Outcome {
  if (text?.trim()) return problem('type', `${item.label}须为数值`);
  if (value === undefined || value === null) return noResult;
  const own = inItemUnit(item, value, unit ?? item.unit ?? '');
  if (own === undefined) return problem('unit', `单位「${unit}」不适用于${item.label}，应为 ${item.unit ?? '无单位'}`);
  const { min, max } = item.plausible ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  if (!Number.isFinite(own) || own < min || own > max) return problem('range', plausibleText(item));
  const isConverted = unit !== undefined && own !== value;
  return { ...noResult, value: own, given: isConverted ? { value, unit } : null };
}

function choiceOf(item: PhysicalItem, { value, text }: GivenItem): Outcome {
  if (typeof value === 'number') return problem('type', `${item.label}须从选项中选择`);
  const chosen = chosenOf(text);
  const options = item.options ?? [];
  const codes = chosen.map((word) => options.find(({ code, label }) => code === word || label === word)?.code ?? null);
  const unknown = codes.indexOf(null);
  if (unknown >= 0) return problem('option', `${item.label}没有选项「${chosen[unknown]?.slice(0, 40)}」`);
  const distinct = [...new Set(codes.filter((code) => code !== null))];
  if (distinct.length > 1 && !item.many) return problem('option', `${item.label}只能选一项`);
  if (distinct.length > 1 && distinct.includes('none')) {
    const none = options.find(({ code }) => code === 'none')?.label;
    return problem('option', `${item.label}的「${none}」不能与其他选项同选`);
  }
  return { ...noResult, text: distinct.length > 0 ? distinct.join(',') : null };
}

function wordsOf(item: PhysicalItem, { value, text }: GivenItem): Outcome {
  if (typeof value === 'number') return problem('type', `${item.label}须为文字`);
  return { ...noResult, text: text?.trim() || null };
}

const readers = { number: numberOf, choice: choiceOf, text: wordsOf };

function absentOf(item: PhysicalItem, { value, text, note }: GivenItem): Outcome {
  if (typeof value === 'number' || text?.trim() || note?.trim())
    return problem('type', `${item.label}填了结果，不能再填「无」`);
  return { ...noResult, absent: true };
}

function outcomeOf(item: PhysicalItem, entry: GivenItem): Outcome {
  if (item.computed) return problem('computed', `${item.label}由其他项目算出，不必填写`);
  if (entry.absent) return absentOf(item, entry);
  if (entry.unit !== undefined && item.form !== 'number') return problem('unit', `${item.label}没有单位`);
  const note = entry.note?.trim() || null;
  if (note !== null && !item.note) return problem('type', `${item.label}没有说明`);
  const outcome = readers[item.form](item, entry);
  return 'rule' in outcome ? outcome : { ...outcome, note };
}

const isEmpty = ({ value, text, note, absent }: ItemResult) =>
  value === null && text === null && note === null && !absent;

/**
 * Reads the result of an item: in the item's unit, refused outside of what can be true of a person. A result of null takes
 * the item back. Codes of lipids in mg/dL become those in mmol/L.
 */
export function readItem(catalogue: PhysicalCatalogue, entry: GivenItem): ReadItem {
  const alias = catalogue.aliases[entry.code];
  const item = itemsByCode(catalogue).get(alias?.code ?? entry.code);
  if (!item) return { item: null, problem: problem('unknown', `没有体检项目「${entry.code.slice(0, 40)}」`) };
  const outcome = outcomeOf(item, alias && entry.unit === undefined ? { ...entry, unit: alias.unit } : entry);
  if ('rule' in outcome) return { item, problem: outcome };
  return { item, result: isEmpty(outcome) ? null : outcome };
}

/** Pairs of pressures: the diastolic one is below the systolic one. */
export const pressurePairs = [
  ['8480-6', '8462-4'],
  ['systolicRight', 'diastolicRight'],
] as const;

/** Returns the BMI, kg/m², unrounded; null without height and weight, or outside of what can be true. */
export function computedBmi(result: (code: string) => number | null | undefined): number | null {
  const [height, weight] = [result('8302-2'), result('29463-7')];
  if (!height || !weight) return null;
  const bmi = bmiOf(weight, height);
  return bmi >= 10 && bmi <= 60 ? bmi : null;
}
