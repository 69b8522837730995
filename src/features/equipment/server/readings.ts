import { sql } from 'kysely';
import type { equipmentApi } from '#features/equipment/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireSeen } from './record.ts';
import { usableReading } from './usableReading.ts';

type Api = typeof equipmentApi;

/** Returns the instant so many days ago: a literal, so that the planner reads only the partitions of these days. */
const daysAgo = (days: number) => sql`${new Date(Date.now() - days * 86_400_000).toISOString()}::timestamptz`;

/** Returns battery and signal of the last days, the last level of each hour. */
export async function getEquipmentCourse(
  viewer: Viewer,
  { id, days = 30 }: InputOf<Api['getEquipmentCourse']>,
): Promise<OutputOf<Api['getEquipmentCourse']>> {
  await requireSeen(viewer, id);
  const rows = await db.rows(sql<{ metric: string; at: string; value: number }>`
    select distinct on (r.metric, date_trunc('hour', r.at)) r.metric, r.at, r.value from reading r
    where r.device_id = ${id} and r.metric in ('battery', 'signal') and r.at > ${daysAgo(days)} and ${usableReading}
    order by r.metric, date_trunc('hour', r.at), r.at desc`);
  const of = (metric: string) => rows.filter((row) => row.metric === metric).map(({ at, value }) => ({ at, value }));
  return { battery: of('battery'), signal: of('signal') };
}

/** Returns the newest plausible value per kind measured within 30 days, under the current binding. */
export async function getEquipmentData(
  viewer: Viewer,
  { id }: InputOf<Api['getEquipmentData']>,
): Promise<OutputOf<Api['getEquipmentData']>> {
  await requireSeen(viewer, id);
  const rows = await db.rows(sql<{ kind: string; value: number; at: string }>`
    select distinct on (r.metric) r.metric as kind, r.value, r.at from reading r join equipment e on e.id = r.device_id
    where r.device_id = ${id} and r.metric not in ('battery', 'signal') and r.at > ${daysAgo(30)} and ${usableReading}
      and r.customer_id is not distinct from e.customer_id
    order by r.metric, r.at desc`);
  return rows.map((row) => ({ id: row.kind, ...row }));
}
