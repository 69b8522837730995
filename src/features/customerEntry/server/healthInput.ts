import { healthFields } from '#features/customer/contract.ts';
import {
  type AllergyRow,
  allergyText,
  type ConditionRow,
  type HealthRows,
  type HealthSummary,
  isPresent,
  isTaken,
  type MedicineRow,
  medicineText,
  wordsOf,
} from '#features/customer/server/service.ts';
import type { customerEntryApi } from '#features/customerEntry/contract.ts';
import { labelOf, valueByLabel } from '#server/feature/dictionaryLabels.ts';
import { keysOf } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { codeOfChronic } from '#shared/health/chronic.ts';

/** Health input: absent stays, null empties. */
export type HealthInput = Pick<InputOf<typeof customerEntryApi.editCustomer>, keyof typeof healthFields>;

/** Converts an input to rows: a text that exists already keeps its row; an entered shape replaces its details. */
function rowsOf<R extends { id?: string | undefined; name: string }>(
  entries: readonly (string | object)[],
  existing: readonly R[],
  textOf: (row: R) => string,
): R[] {
  const byText = new Map(existing.map((row) => [textOf(row), row]));
  return entries.map((entry) => {
    if (typeof entry === 'string') return byText.get(entry) ?? ({ name: entry } as R);
    const row = entry as R;
    return { ...row, id: byText.get(textOf(row))?.id };
  });
}

/** Returns each row once: the same text twice is one row. */
function distinct<R extends { id?: string | undefined }>(rows: readonly R[], textOf: (row: R) => string): R[] {
  return [...new Map(rows.map((row) => [row.id ?? textOf(row), row])).values()];
}

/**
 * Converts illnesses to rows. A code or label of the dictionary stands for the rows of its group, or becomes one; other
 * text is a name.
 */
function conditionsOf(chronic: readonly string[], existing: readonly ConditionRow[]): ConditionRow[] {
  const present = existing.filter(isPresent);
  const rows = chronic.flatMap((text): ConditionRow[] => {
    const named = present.filter(({ name }) => name === text);
    if (named.length > 0) return named;
    const group = valueByLabel('chronic', text);
    if (!group) return [{ name: text }];
    const ofGroup = present.filter((row) => row.chronic === group);
    if (ofGroup.length > 0) return ofGroup;
    return [{ name: labelOf('chronic', group), chronic: group, code: codeOfChronic(group) }];
  });
  // Illnesses that are over are not listed in the form: they stay.
  return [...distinct(rows, ({ name }) => name), ...existing.filter((row) => !isPresent(row))];
}

/**
 * Returns the summary after an input, with the rows and the groups of the filter if one of their lists was given;
 * unchanged without health fields.
 */
export function healthAfter(
  input: HealthInput,
  previous: HealthSummary,
  rows: HealthRows,
): { summary: HealthSummary; codes: string[] | undefined; rows: HealthRows | undefined } {
  const { chronic, allergies, medicines, ...plain } = input;
  const summary = { ...previous };
  for (const field of keysOf(healthFields)) {
    const value = plain[field as keyof typeof plain];
    if (value !== undefined) Object.assign(summary, { [field]: value });
  }
  if (!chronic && !allergies && !medicines) return { summary, codes: undefined, rows: undefined };
  const after = { ...rows };
  if (chronic) after.conditions = conditionsOf(chronic, rows.conditions);
  if (allergies) after.allergies = distinct(rowsOf<AllergyRow>(allergies, rows.allergies, allergyText), allergyText);
  if (medicines) {
    const stopped = rows.medicines.filter((row) => !isTaken(row));
    // An input of plain texts lists current medicines only: the stopped ones are kept.
    const unseen = medicines.every((medicine) => typeof medicine === 'string') ? stopped : [];
    const taken = rowsOf<MedicineRow>(medicines, rows.medicines.filter(isTaken), medicineText);
    after.medicines = distinct([...taken, ...unseen], medicineText);
  }
  const { words, chronic: codes } = wordsOf(after);
  return { summary: { ...summary, ...words }, codes, rows: after };
}
