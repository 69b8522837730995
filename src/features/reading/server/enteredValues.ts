import { conversion } from '#devices/units.ts';
import type { readingApi } from '#features/reading/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { type ReadingLevel, worse } from '#shared/health/bands.ts';
import { type News2, news2, news2Parts } from '#shared/health/news2.ts';
import {
  implausibleText,
  isPlausible,
  mealBits,
  type ReadingKindName,
  readingFlag,
  readingKinds,
} from '#shared/health/readingKinds.ts';
import type { Judge } from './levels.ts';

type Entry = Pick<InputOf<(typeof readingApi)['addReading']>, 'values' | 'unit' | 'meal'>;

/** Entered value in its kind's unit, unrounded, beside the value as given. */
export interface EnteredValue {
  kind: ReadingKindName;
  value: number;
  given: number;
  /** Unit as given. */
  unit: string;
  flags: number;
}

export interface CheckedValues {
  values: EnteredValue[];
  errors: FieldProblem[];
}

const problem = (kind: string, rule: string, msg: string): FieldProblem => ({ field: `values.${kind}`, rule, msg });

function enteredValue(kind: ReadingKindName, given: number, { unit, meal }: Entry): EnteredValue | FieldProblem {
  const own = readingKinds[kind].unit;
  const told = (typeof unit === 'object' ? (unit as Partial<Record<string, string>>)[kind] : unit) ?? own;
  const convert = told === own ? (value: number) => value : conversion(told, own);
  if (!convert) return problem(kind, 'unit', '单位不适用于该体征');
  const value = convert(given);
  if (!isPlausible(kind, value)) return problem(kind, 'range', implausibleText(kind));
  const ofMeal = kind === 'glucose' ? mealBits(meal) : 0;
  return { kind, value, given, unit: told, flags: readingFlag.entered | ofMeal };
}

/** Problems of pressures: one half, or a diastolic value that is not below the systolic one. */
function pressureProblems({ systolic, diastolic }: Partial<Record<string, number>>): FieldProblem[] {
  if (systolic === undefined && diastolic === undefined) return [];
  if (systolic === undefined) return [problem('systolic', 'required', '收缩压和舒张压须一起填写')];
  if (diastolic === undefined) return [problem('diastolic', 'required', '收缩压和舒张压须一起填写')];
  return diastolic < systolic ? [] : [problem('diastolic', 'order', '舒张压必须低于收缩压')];
}

/** Returns the values in their kinds' units and the problems of an entry. */
export function checkValues(entry: Entry): CheckedValues {
  const results = Object.entries(entry.values).flatMap(([kind, given]) =>
    given === undefined ? [] : [enteredValue(kind as ReadingKindName, given, entry)],
  );
  const values = results.filter((one) => 'kind' in one);
  const byKind = Object.fromEntries(values.map(({ kind, value }) => [kind, value]));
  const refused = results.filter((one) => 'field' in one);
  const isPressureRefused = refused.some(({ field }) => field === 'values.systolic' || field === 'values.diastolic');
  const errors = [...refused, ...(isPressureRefused ? [] : pressureProblems(byKind))];
  if (results.length === 0) errors.push({ field: 'values', rule: 'required', msg: '请至少填写一项' });
  if (entry.meal !== undefined && entry.values.glucose === undefined)
    errors.push({ field: 'meal', rule: 'rule', msg: '餐别只用于血糖' });
  return { values, errors };
}

/** Returns the level of each value. */
export function levelsOf(
  values: readonly EnteredValue[],
  judge: Judge,
): Partial<Record<ReadingKindName, ReadingLevel | null>> {
  return Object.fromEntries(
    values.map(({ kind, value, flags }) => [kind, judge({ metric: kind, value, flags, inBed: null })]),
  );
}

/** Returns the worst of the levels. */
export function worstOf(levels: Readonly<Partial<Record<string, ReadingLevel | null>>>): ReadingLevel | null {
  return Object.values(levels).reduce<ReadingLevel | null>((worst, level) => worse(worst, level ?? null), null);
}

/** Returns the NEWS2 of the values on scale 1; undefined if they contain none of its parts. */
export function news2Of(values: readonly EnteredValue[]): Omit<News2, 'atLeast'> | undefined {
  const parts = Object.fromEntries(values.map(({ kind, value }) => [kind, value]));
  if (!news2Parts.some((part) => parts[part] !== undefined)) return undefined;
  const { atLeast: _atLeast, ...score } = news2(parts, '1');
  return score;
}
