import { sql } from 'kysely';
import type { StoredCustomer } from '#features/customer/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { mealBits, type ReadingKindName, readingFlag } from '#shared/health/readingKinds.ts';
import { refreshLatest } from '../newest/latest.ts';
import { queueSeries } from '../queue.ts';
import { runSettled } from '../readingHooks.ts';
import { writeValues } from './writeValues.ts';

/** Value of an examination in its kind's unit; glucose is fasting. */
export interface ExaminedValue {
  kind: ReadingKindName;
  value: number;
  /** As given. */
  given: { value: number; unit: string };
}

const { entered, examined, withdrawn } = readingFlag;

const hourMs = 3_600_000;

/** Returns the first second from an instant on, within an hour, in which the source has no value of these kinds. */
async function freeInstant(tx: Db, sourceId: string, kinds: readonly string[], from: number): Promise<number> {
  const [first, last] = [new Date(from).toISOString(), new Date(from + hourMs).toISOString()];
  const rows = await tx.rows(sql<{ at: string }>`
    select r.at from reading r
    where r.device_id = ${sourceId} and r.metric = any(${kinds}::text[]) and r.at >= ${first}::timestamptz and r.at < ${last}::timestamptz
    union select r.at from reading_kept r
    where r.device_id = ${sourceId} and r.metric = any(${kinds}::text[]) and r.at >= ${first}::timestamptz and r.at < ${last}::timestamptz`);
  const taken = new Set(rows.map(({ at }) => Date.parse(at)));
  let instant = from;
  while (taken.has(instant) && instant < from + hourMs) instant += 1000;
  return instant;
}

/**
 * Stores values of an examination as readings of the customer, who is locked: from `at` (ms since 1970) on in the first
 * free second. Returns the instant, ISO. They are judged as late values are, without a live warning.
 */
export async function addExamined(
  tx: Db,
  viewer: Viewer,
  customer: Pick<StoredCustomer, 'id' | 'projectId'>,
  values: readonly ExaminedValue[],
  at: number,
): Promise<string> {
  const kinds = values.map(({ kind }) => kind);
  const instant = await freeInstant(tx, customer.id, kinds, at);
  const iso = new Date(instant).toISOString();
  const flagsOf = (kind: string) => entered | examined | (kind === 'glucose' ? mealBits('fasting') : 0);
  await writeValues(
    tx,
    customer,
    instant,
    values.map(({ kind, value }) => ({ kind, value, flags: flagsOf(kind) })),
  );
  await tx
    .insertInto('readingNote')
    .values(
      values.map(({ kind, given }) => ({
        ...{ sourceId: customer.id, metric: kind, at: iso, kind: 'entered' as const },
        ...{ value: given.value, unit: given.unit, createdBy: viewer.userId },
      })),
    )
    .execute();
  await queueSeries(
    tx,
    kinds.map((metric) => ({ sourceId: customer.id, metric, oldest: instant })),
  );
  return iso;
}

/** Withdraws the values of an examination with a reason: they stay in the table and count nowhere, at once for the newest values. */
export async function withdrawExamined(
  tx: Db,
  viewer: Viewer,
  of: { customerId: string; sourceId: string; at: string; reason: string },
): Promise<void> {
  const { customerId, sourceId, at, reason } = of;
  const bits = sql`r.flags & ${examined}::int <> 0 and r.flags & ${withdrawn}::int = 0`;
  const hit = await tx.returning(sql<{ metric: string }>`
    with raw as (
      update reading r set flags = r.flags | ${withdrawn}::int
      where r.device_id = ${sourceId} and r.at = ${at}::timestamptz and ${bits} returning r.metric),
    kept as (
      update reading_kept r set flags = r.flags | ${withdrawn}::int
      where r.device_id = ${sourceId} and r.at = ${at}::timestamptz and ${bits} returning r.metric),
    hit as (select metric from raw union select metric from kept),
    noted as (
      insert into reading_note (source_id, metric, at, until, kind, reason_cipher, created_by)
      select ${sourceId}::bigint, metric, ${at}::timestamptz, ${at}::timestamptz, 'withdrawn', ${encrypt(reason)}, ${viewer.userId}::bigint from hit)
    select metric from hit`);
  const metrics = hit.map(({ metric }) => metric);
  await queueSeries(
    tx,
    metrics.map((metric) => ({ sourceId, metric, oldest: Date.parse(at) })),
  );
  await runSettled(
    tx,
    await refreshLatest(
      tx,
      metrics.map((metric) => ({ customerId, metric })),
    ),
  );
}
