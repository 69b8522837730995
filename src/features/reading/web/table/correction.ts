import { readingKinds } from '#shared/health/readingKinds.ts';
import { unitSymbol } from '#shared/health/units.ts';
import type { Correction } from '../entry/EntryForm.tsx';
import { entryFields, fieldOfKind, type Typed } from '../entry/entryValues.ts';
import type { ReadingRow } from './rowText.ts';

/**
 * Returns the form's values that correct an entered value, as it was typed; undefined for a kind that nobody enters.
 * @param rows further values, among them the other half of a pressure
 */
export function correctionOf(row: ReadingRow, rows: readonly ReadingRow[]): Correction | undefined {
  const field = fieldOfKind(row.kind);
  if (!field) return undefined;
  const common = { measuredAt: row.at, meal: row.meal ?? undefined, remark: row.remark ?? undefined };
  const lateReason = row.lateReason ?? undefined;
  if (unitSymbol(readingKinds[row.kind].unit) === '')
    return { field, values: { ...common, lateReason, [field]: row.value } };
  const halves = entryFields[field].flatMap(
    (kind) =>
      rows.find((other) => other.kind === kind && other.at === row.at && other.source.id === row.source.id) ?? [],
  );
  const texts = Object.fromEntries(halves.map(({ kind, value, given }) => [kind, String(given?.value ?? value)]));
  const unit = row.given?.unit;
  const typed: Typed = unit === undefined ? { texts } : { texts, unit };
  return { field, values: { ...common, lateReason, [field]: typed } };
}
