import { type SqlBool, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { logHourlyLook } from '#server/feature/hourlyLook.ts';
import { type OutputOf, pick } from '#shared/endpoint.ts';
import { warningApi } from '../contract.ts';
import { scopedWarnings } from './list.ts';
import { warningRows } from './rows.ts';

/** Returns how many warnings wait for the viewer's staff, and the first of level 2. */
export async function getEarlyWarningBanner(
  viewer: Viewer,
  _input: object,
  info: RequestInfo,
): Promise<OutputOf<typeof warningApi.getEarlyWarningBanner>> {
  const started = performance.now();
  const waits = await scopedWarnings(viewer)
    .select(['warn.id', 'warn.level'])
    .where(sql<SqlBool>`warn.status in ('pending', 'handling')`)
    .where('warn.status', '=', 'pending')
    .where('warn.family', '=', 'health')
    .orderBy('warn.level')
    .orderBy('warn.receivedAt')
    .limit(1000)
    .execute();
  const important = waits.filter(({ level }) => level <= 2);
  const [row] = await warningRows(
    db,
    important.slice(0, 1).map(({ id }) => id),
  );
  if (row) await logHourlyLook({ endpoint: warningApi.getEarlyWarningBanner, viewer, info, started }, row.customerId);
  const first = row ? pick(row, ['id', 'customerName', 'sentence', 'createdAt', 'beside']) : null;
  return { waiting: waits.length, important: important.length, first };
}
