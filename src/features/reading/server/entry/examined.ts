import { sql } from 'kysely';
import type { StoredCustomer } from '#features/customer/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { instants, int8s, texts } from '#server/db/pgBinary.ts';
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

/** What an examination gives: values of a customer from an instant on, ms since 1970. */
export interface Examination {
  /** Locked. */
  customer: Pick<StoredCustomer, 'id' | 'projectId'>;
  values: readonly ExaminedValue[];
  at: number;
}

const hourMs = 3_600_000;

/** Returns for each the first second from its instant on, within an hour, in which its customer has no value of its kinds. */
async function freeInstants(tx: Db, examinations: readonly Examination[]): Promise<number[]> {
  const sought = examinations.flatMap(({ customer, values, at }) =>
    values.map(({ kind }) => ({ id: customer.id, kind, at })),
  );
  const rows = await tx.rows(sql<{ id: string; at: string }>`
    with sought as (
      select * from unnest(${int8s(sought.map(({ id }) => id))}::bigint[], ${texts(sought.map(({ kind }) => kind))}::text[],
        ${instants(sought.map(({ at }) => at))}::timestamptz[]) as s (id, metric, at))
    select r.device_id::text as id, r.at from sought s join reading r on r.device_id = s.id and r.metric = s.metric
      and r.at >= s.at and r.at < s.at + interval '1 hour'
    union select r.device_id::text, r.at from sought s join reading_kept r on r.device_id = s.id and r.metric = s.metric
      and r.at >= s.at and r.at < s.at + interval '1 hour'`);
  const taken = new Set(rows.map(({ id, at }) => `${id} ${Date.parse(at)}`));
  return examinations.map(({ customer, at }) => {
    let instant = at;
    while (taken.has(`${customer.id} ${instant}`) && instant < at + hourMs) instant += 1000;
    taken.add(`${customer.id} ${instant}`);
    return instant;
  });
}

const flagsOf = (kind: string) => entered | examined | (kind === 'glucose' ? mealBits('fasting') : 0);

/**
 * Stores values of examinations as readings of their customers, each in the first free second. Returns the instants, ISO, in
 * order. They are judged as late values are, without a live warning.
 */
export async function addExamined(tx: Db, viewer: Viewer, examinations: readonly Examination[]): Promise<string[]> {
  if (examinations.length === 0) return [];
  const free = await freeInstants(tx, examinations);
  const entries = examinations.map((examination, index) => ({ ...examination, at: free[index] ?? examination.at }));
  await writeValues(
    tx,
    entries.map(({ customer, at, values }) => ({
      ...{ customer, at },
      values: values.map(({ kind, value }) => ({ kind, value, flags: flagsOf(kind) })),
    })),
  );
  const notes = entries.flatMap(({ customer, at, values }) =>
    values.map(({ kind, given }) => ({
      ...{ sourceId: customer.id, metric: kind, at: new Date(at).toISOString(), kind: 'entered' as const },
      ...{ value: given.value, unit: given.unit, createdBy: viewer.userId },
    })),
  );
  await tx.insertInto('readingNote').values(notes).execute();
  await queueSeries(
    tx,
    entries.flatMap(({ customer, at, values }) =>
      values.map(({ kind }) => ({ sourceId: customer.id, metric: kind, oldest: at })),
    ),
  );
  return entries.map(({ at }) => new Date(at).toISOString());
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
