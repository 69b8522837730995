import type { FieldProblem } from '#shared/envelope.ts';
import { type BandSets, levelOf, type ReadingLevel, worse } from '#shared/health/bands.ts';
import { checkValues, type EnteredValue, type GivenValues } from '#shared/health/entered.ts';
import { enteredKinds, type Meal, mealOf, type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { readNumber } from '#web/table/sheet/readCell.ts';

/** What is typed into a field: text by kind, and the unit that was chosen. */
export interface Typed {
  texts: Readonly<Partial<Record<ReadingKindName, string>>>;
  /** Absent: the kind's own. */
  unit?: string;
}

/** Fields of measured values with their kinds. */
export const entryFields = {
  pressure: ['systolic', 'diastolic'],
  heart_rate: ['heart_rate'],
  breath_rate: ['breath_rate'],
  temperature: ['temperature'],
  spo2: ['spo2'],
  oxygen: ['oxygen'],
  consciousness: ['consciousness'],
  glucose: ['glucose'],
  weight: ['weight'],
  height: ['height'],
  waist: ['waist'],
} as const satisfies Record<string, readonly ReadingKindName[]>;
export type EntryField = keyof typeof entryFields;
export const entryFieldNames = Object.keys(entryFields) as EntryField[];

/** Values of the form: a `Typed` per field, a code of a choice, and the meal. */
export type EntryValues = Readonly<Partial<Record<EntryField | 'meal', unknown>>>;

/** Kinds that are typed as whole numbers in their own unit. */
const whole = new Set<ReadingKindName>(['systolic', 'diastolic', 'heart_rate', 'breath_rate', 'spo2']);

/** Returns the form's field of a kind. */
export function fieldOfKind(kind: string): EntryField | undefined {
  return entryFieldNames.find((name) => (entryFields[name] as readonly string[]).includes(kind));
}

/** Returns the problem at the form's field instead of the call's: `values.systolic` becomes `pressure`. */
export function atField(problem: FieldProblem): FieldProblem {
  const [, kind] = problem.field.split('.');
  if (problem.field === 'values') return { ...problem, field: entryFieldNames[0] ?? problem.field };
  return { ...problem, field: (kind && fieldOfKind(kind)) || problem.field };
}

const typedOf = (value: unknown): Typed => {
  if (typeof value === 'number') return { texts: {} };
  return (value as Typed | undefined) ?? { texts: {} };
};

function numberOf(kind: ReadingKindName, value: unknown): number | { msg: string } | undefined {
  if (typeof value === 'number') return value;
  const { texts, unit } = typedOf(value);
  const text = texts[kind]?.trim();
  if (!text) return undefined;
  const isOwn = unit === undefined || unit === readingKinds[kind].unit;
  const decimals = isOwn && whole.has(kind) ? 0 : 2;
  const limits = { title: readingKinds[kind].title, min: -Infinity, max: Infinity, decimals };
  const read = readNumber(text, limits);
  return 'msg' in read ? read : Number(read.value);
}

/** What a form's values mean. */
export interface ReadEntry {
  given: GivenValues;
  /** Values that are plausible, in their kinds' units. */
  values: readonly EnteredValue[];
  /** Problems at the form's fields. */
  problems: readonly FieldProblem[];
}

/** Reads what is typed: the input of the call, its values, and the problems with the server's sentences. */
export function readEntry(entry: EntryValues): ReadEntry {
  const given: Partial<Record<ReadingKindName, number>> = {};
  const unit: Partial<Record<ReadingKindName, string>> = {};
  const unread: FieldProblem[] = [];
  for (const kind of enteredKinds) {
    const field = fieldOfKind(kind);
    const value = field && entry[field];
    const read = numberOf(kind, value);
    if (typeof read === 'number') {
      given[kind] = read;
      const told = typedOf(value).unit;
      if (told !== undefined && told !== readingKinds[kind].unit) unit[kind] = told;
    } else if (field && read) unread.push({ field, rule: 'type', msg: read.msg });
  }
  const meal = given.glucose === undefined ? undefined : ((entry.meal as Meal | null | undefined) ?? undefined);
  const all = { values: given, ...(Object.keys(unit).length > 0 && { unit }), ...(meal && { meal }) };
  const { values, errors } = checkValues(all);
  const unreadFields = new Set(unread.map(({ field }) => field));
  const refused = errors
    .filter(({ field }) => field !== 'values' || unread.length === 0)
    .map(atField)
    .filter(({ field }) => !unreadFields.has(field));
  return { given: all, values, problems: [...unread, ...refused] };
}

/** Returns the level of each value by a person's bands. */
export function levelsBy(
  sets: BandSets,
  values: readonly EnteredValue[],
): Partial<Record<ReadingKindName, ReadingLevel | null>> {
  return Object.fromEntries(
    values.map(({ kind, value, flags }) => [kind, levelOf({ kind, value, meal: mealOf(flags), asleep: false }, sets)]),
  );
}

/** Returns the worst of the levels; null: all normal. */
export function worstLevel(levels: Readonly<Partial<Record<string, ReadingLevel | null>>>): ReadingLevel | null {
  return Object.values(levels).reduce<ReadingLevel | null>((worst, level) => worse(worst, level ?? null), null);
}
