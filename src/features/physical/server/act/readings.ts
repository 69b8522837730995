import { sql } from 'kysely';
import { addExamined, type ExaminedValue, withdrawExamined } from '#features/reading/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import { isPlausible, type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { itemsByCode } from '#shared/physical/catalogues.ts';
import { itemsOf, pressureOf, type StoredItems } from './form.ts';
import { catalogueOfStored, type Opened } from './record.ts';

const isKind = (name: string | undefined): name is ReadingKindName => name !== undefined && name in readingKinds;
const isPressure = (kind: ReadingKindName) => kind === 'systolic' || kind === 'diastolic';

/** Returns what becomes readings: a pressure with both values of an arm, the left before the right, and other kinds once. */
function examinedValues(opened: Pick<Opened, 'physical'>, items: StoredItems): ExaminedValue[] {
  const byCode = itemsByCode(catalogueOfStored(opened.physical));
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

/** Returns 08:00 of the day in the customer's zone, or now if that is earlier: when examinations are made, ms since 1970. */
async function instantOf(tx: Db, day: string, projectId: string): Promise<number> {
  const row = await tx.row(sql<{ at: string }>`
    select least((${day}::date + time '08:00') at time zone ${zoneOf(sql`${projectId}::bigint`)}, date_trunc('second', now())) as at`);
  return Date.parse(row?.at ?? day);
}

/** Makes readings of a submitted examination, once: they stand for it until they are withdrawn. */
export async function addReadings(tx: Db, viewer: Viewer, opened: Opened): Promise<void> {
  const { physical, customer, form } = opened;
  if (physical.readingAt !== null) return;
  const values = examinedValues(opened, itemsOf(form));
  if (values.length === 0) return;
  const at = await addExamined(tx, viewer, customer, values, await instantOf(tx, physical.date, customer.projectId));
  await tx
    .updateTable('physical')
    .set({ readingAt: at, readingSource: customer.id })
    .where('id', '=', physical.id)
    .execute();
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
