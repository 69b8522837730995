import type { FieldProblem } from '../envelope.ts';
import {
  implausibleText,
  isPlausible,
  type Meal,
  mealBits,
  type ReadingKindName,
  readingFlag,
  readingKinds,
} from './readingKinds.ts';
import { inOwnUnit } from './units.ts';

/** Values of one instant as a person gives them. */
export interface GivenValues {
  /** The kind of all values; of pressures either. */
  kind?: ReadingKindName | undefined;
  values: Readonly<Partial<Record<ReadingKindName, number | undefined>>>;
  /** Unit of all values, or of each kind; default: the kind's own. */
  unit?: string | Readonly<Partial<Record<ReadingKindName, string | undefined>>> | undefined;
  meal?: Meal | undefined;
}

/** Entered value in its kind's unit, unrounded, with the value as given. */
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

function enteredValue(kind: ReadingKindName, given: number, { unit, meal }: GivenValues): EnteredValue | FieldProblem {
  const own = readingKinds[kind].unit;
  const told = (typeof unit === 'object' ? unit[kind] : unit) ?? own;
  const value = inOwnUnit(kind, given, told, own);
  if (value === undefined) return problem(kind, 'unit', '单位不适用于该体征');
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

const pressures: readonly string[] = ['systolic', 'diastolic'];

/** Problems of values of another kind than the one that the entry names. */
function kindProblems({ kind, values }: GivenValues): FieldProblem[] {
  if (kind === undefined) return [];
  const isOf = (name: string) => name === kind || (pressures.includes(name) && pressures.includes(kind));
  const others = Object.keys(values).filter((name) => !isOf(name));
  return others.map((name) => problem(name, 'kind', `与体征「${readingKinds[kind].title}」不符`));
}

/** Returns the values in their kinds' units and the problems of an entry. */
export function checkValues(entry: GivenValues): CheckedValues {
  const results = Object.entries(entry.values).flatMap(([kind, given]) =>
    given === undefined ? [] : [enteredValue(kind as ReadingKindName, given, entry)],
  );
  const values = results.filter((one) => 'kind' in one);
  const byKind = Object.fromEntries(values.map(({ kind, value }) => [kind, value]));
  const refused = results.filter((one) => 'field' in one);
  const isPressureRefused = refused.some(({ field }) => field === 'values.systolic' || field === 'values.diastolic');
  const errors = [...refused, ...kindProblems(entry), ...(isPressureRefused ? [] : pressureProblems(byKind))];
  if (results.length === 0) errors.push({ field: 'values', rule: 'required', msg: '请至少填写一项' });
  if (entry.meal !== undefined && entry.values.glucose === undefined)
    errors.push({ field: 'meal', rule: 'rule', msg: '餐别只用于血糖' });
  return { values, errors };
}
