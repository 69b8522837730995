import { type Allergy, healthFields, type Medicine } from '#features/customer/contract.ts';
import type { HealthSummary } from '#features/customer/server/service.ts';
import type { customerEntryApi } from '#features/customerEntry/contract.ts';
import { labelOf, valueByLabel } from '#server/feature/dictionaryLabels.ts';
import { keysOf } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Static } from '#shared/typebox.ts';

type AllergyRow = Static<typeof Allergy>;
type MedicineRow = Static<typeof Medicine>;

/** Health input: absent stays, null empties. */
export type HealthInput = Pick<InputOf<typeof customerEntryApi.editCustomer>, keyof typeof healthFields>;

/** 青霉素（皮疹）. */
const allergyText = ({ name, reaction }: AllergyRow) => (reaction ? `${name}（${reaction}）` : name);
/** 氨氯地平 5mg 每日一次. */
const medicineText = ({ name, dose, frequency }: MedicineRow) => [name, dose, frequency].filter(Boolean).join(' ');

/** Converts an input to rows: a text that exists already keeps its details. */
function rowsOf<R extends { name: string }>(
  entries: readonly (string | R)[],
  existing: readonly R[],
  textOf: (row: R) => string,
) {
  const byText = new Map(existing.map((row) => [textOf(row), row]));
  return entries.map((entry) => (typeof entry === 'string' ? (byText.get(entry) ?? ({ name: entry } as R)) : entry));
}

/**
 * Splits illnesses into codes for list filters and names: a dictionary label becomes its code, other text stays a name.
 */
function splitIllnesses(chronic: readonly string[]): { codes: string[]; conditions: string[] } {
  const items = chronic.map((text) => ({ text, code: valueByLabel('chronic', text) }));
  return {
    codes: [...new Set(items.flatMap(({ code }) => code ?? []))],
    conditions: [...new Set(items.map(({ text, code }) => (code ? labelOf('chronic', code) : text)))],
  };
}

/**
 * Returns the summary after an input, and the illness codes if illnesses were given; unchanged without health fields.
 */
export function healthAfter(
  input: HealthInput,
  previous: HealthSummary,
): { summary: HealthSummary; codes: string[] | undefined } {
  const { chronic, allergies, medicines, ...plain } = input;
  const summary = { ...previous };
  for (const field of keysOf(healthFields)) {
    const value = plain[field as keyof typeof plain];
    if (value !== undefined) Object.assign(summary, { [field]: value });
  }
  if (allergies) {
    summary.allergyRows = rowsOf(allergies, previous.allergyRows, allergyText);
    summary.allergies = summary.allergyRows.map(allergyText);
  }
  if (medicines) {
    const stopped = previous.medicineRows.filter(({ state }) => state === 'stopped');
    // An input of plain texts lists current medicines only: the stopped ones are kept.
    const unseen = medicines.every((medicine) => typeof medicine === 'string') ? stopped : [];
    summary.medicineRows = [...rowsOf(medicines, previous.medicineRows, medicineText), ...unseen];
    summary.medicines = summary.medicineRows.filter(({ state }) => state !== 'stopped').map(medicineText);
  }
  if (!chronic) return { summary, codes: undefined };
  const { codes, conditions } = splitIllnesses(chronic);
  return { summary: { ...summary, conditions }, codes };
}
