import { db } from '#server/db/db.ts';
import { type BuiltInType, builtInLists } from '#shared/dictionary.ts';

let labels: ReadonlyMap<string, string> = new Map();
let offered: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map();

/** Reloads the labels that administrators have set. */
export async function loadLabels(): Promise<void> {
  const rows = await db
    .selectFrom('dictionary')
    .select(['type', 'value', 'label', 'status'])
    .where('deletedAt', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  labels = new Map(rows.map((row) => [`${row.type}.${row.value}`, row.label]));
  const enabled = Map.groupBy(
    rows.filter(({ status }) => status === 'enabled'),
    ({ type }) => type,
  );
  offered = new Map([...enabled].map(([type, ones]) => [type, toRecord(ones)]));
}

function toRecord(ones: readonly { value: string; label: string }[]): Record<string, string> {
  return Object.fromEntries(ones.map(({ value, label }) => [value, label]));
}

/** Returns the enabled values of a built-in list with their labels; the shipped ones before the first load. */
export function enabledLabels(type: BuiltInType): Readonly<Record<string, string>> {
  return offered.get(type) ?? builtInLists[type].values;
}

/** Returns the value with this label or code; undefined if it is unknown or disabled. */
export function valueByLabel(type: BuiltInType, text: string): string | undefined {
  return Object.entries(enabledLabels(type)).find(([value, label]) => label === text || value === text)?.[0];
}

/**
 * Returns the current label of a value of a built-in list, for texts of the server; without a label the value itself.
 */
export function labelOf(type: BuiltInType, value: string | number): string {
  const first: Readonly<Record<string, string>> = builtInLists[type].values;
  return labels.get(`${type}.${value}`) ?? first[String(value)] ?? String(value);
}
