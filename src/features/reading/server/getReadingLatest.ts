import { sql } from 'kysely';
import { customerOf } from '#features/customer/server/service.ts';
import { readingApi } from '#features/reading/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { logHourlyLook } from '#server/feature/hourlyLook.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { ReadingLevel } from '#shared/health/bands.ts';
import { mealOf, type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { sourceOf } from './source.ts';

type Api = typeof readingApi;
type Latest = OutputOf<Api['getReadingLatest']>[number];

interface Row {
  customerId: string;
  kind: string;
  value: number;
  flags: number;
  at: string;
  since: string;
  level: ReadingLevel | null;
  sourceId: string;
  device: string | null;
}

/** Returns the newest values of these customers by customer, in the order of the kinds. */
export async function latestOf(tx: Db, customerIds: readonly string[]): Promise<Map<string, Latest[]>> {
  const rows = await tx.rows(sql<Row>`
    select l.customer_id::text as "customerId", l.metric as kind, l.value, l.flags, l.at, l.since, l.level, l.source_id::text as "sourceId",
      m.name || ' ' || e.sn as device
    from reading_latest l left join equipment e on e.id = l.source_id left join model m on m.id = e.model_id
    where l.customer_id = any(${bigints(customerIds)}) order by l.customer_id, l.metric`);
  const known = rows.filter(({ kind }) => Object.hasOwn(readingKinds, kind));
  return new Map([...Map.groupBy(known, ({ customerId }) => customerId)].map(([id, own]) => [id, own.map(latest)]));
}

function latest({ customerId: _customerId, kind, flags, sourceId, device, ...row }: Row): Latest {
  const name = kind as ReadingKindName;
  const source = sourceOf({ flags, sourceId, device });
  return { ...row, kind: name, unit: readingKinds[name].unit, meal: mealOf(flags), source };
}

/** Returns the newest value of each kind, with its level and source; in the command log once an hour. */
export async function getReadingLatest(
  viewer: Viewer,
  { customerId }: InputOf<Api['getReadingLatest']>,
  info: RequestInfo,
): Promise<OutputOf<Api['getReadingLatest']>> {
  const started = performance.now();
  await customerOf(viewer, customerId);
  const latest = (await latestOf(db, [customerId])).get(customerId) ?? [];
  await logHourlyLook({ endpoint: readingApi.getReadingLatest, viewer, info, started }, customerId);
  return latest;
}
