import { sql } from 'kysely';
import type { StoredCustomer } from '#features/customer/server/service.ts';
import { addExamined, type ExaminedValue, withdrawExamined } from '#features/reading/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import { isPlausible, type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import type { PhysicalCatalogue } from '#shared/physical/catalogue.ts';
import { itemsByCode } from '#shared/physical/catalogues.ts';
import { pressureOf, type StoredItems } from './form.ts';
import type { Opened } from './record.ts';

const isKind = (name: string | undefined): name is ReadingKindName => name !== undefined && name in readingKinds;
const isPressure = (kind: ReadingKindName) => kind === 'systolic' || kind === 'diastolic';

/** Returns what becomes readings: a pressure with both values of an arm, the left before the right, and other kinds once. */
function examinedValues(catalogue: PhysicalCatalogue, items: StoredItems): ExaminedValue[] {
  const byCode = itemsByCode(catalogue);
  const pressure = pressureOf((code) => items[code]?.value);
  const values = new Map<ReadingKindName, ExaminedValue>();
  for (const [code, { value, given }] of Object.entries(items)) {
    const { reading: kind } = byCode.get(code) ?? {};
    if (value === undefined || !isKind(kind) || values.has(kind) || !isPlausible(kind, value)) continue;
    if (isPressure(kind) && pressure?.[kind as 'systolic'] !== value) continue;
    values.set(kind, { kind, value, given: given ?? { value, unit: readingKinds[kind].unit } });
  }
  return [...values.values()];
}

/** Returns 08:00 of each day in the customer's zone, or now if that is earlier: when examinations are made, ms since 1970. */
async function instantsOf(tx: Db, examined: readonly Submitted[]): Promise<number[]> {
  const rows = await tx.rows(sql<{ at: string }>`
    select least((s.day + time '08:00') at time zone ${zoneOf(sql`s.project_id`)}, date_trunc('second', now())) as at
    from unnest(${examined.map(({ date }) => date)}::date[], ${examined.map(({ customer }) => customer.projectId)}::bigint[])
      with ordinality as s (day, project_id, place) order by s.place`);
  return rows.map(({ at }) => Date.parse(at));
}

/** An examination whose values become readings of its customer, who is locked. */
export interface Submitted {
  customer: StoredCustomer;
  date: string;
  catalogue: PhysicalCatalogue;
  items: StoredItems;
}

/** Columns of an examination that say where its readings are; null without any. */
export interface ReadingPlace {
  readingAt: string | null;
  readingSource: string | null;
}

/** Makes readings of examinations that are submitted. Returns where they are, in order. */
export async function addReadings(tx: Db, viewer: Viewer, submitted: readonly Submitted[]): Promise<ReadingPlace[]> {
  const instants = await instantsOf(tx, submitted);
  const examinations = submitted.flatMap(({ customer, catalogue, items }, index) => {
    const values = examinedValues(catalogue, items);
    return values.length > 0 ? [{ index, customer, values, at: instants[index] ?? 0 }] : [];
  });
  const places = await addExamined(tx, viewer, examinations);
  const byIndex = new Map(examinations.map(({ index }, place) => [index, places[place] ?? null]));
  return submitted.map(({ customer }, index) => {
    const readingAt = byIndex.get(index) ?? null;
    return { readingAt, readingSource: readingAt && customer.id };
  });
}

/** Withdraws the readings of an examination that is voided, or sent back to be changed. */
export async function withdrawReadings(
  tx: Db,
  viewer: Viewer,
  { physical }: { physical: Pick<Opened['physical'], 'customerId' | 'readingAt' | 'readingSource'> },
  reason: string,
): Promise<void> {
  const { customerId, readingAt, readingSource } = physical;
  if (readingAt === null || readingSource === null) return;
  await withdrawExamined(tx, viewer, { customerId, sourceId: readingSource, at: readingAt, reason });
}
