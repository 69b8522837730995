import { sql } from 'kysely';
import { customerOf } from '#features/customer/server/service.ts';
import type { sleepApi } from '#features/sleep/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { lastNight } from '#shared/health/night/day.ts';
import { type NightRow, personNights } from './rows.ts';
import { daysBefore } from './usual.ts';

/** Returns a person's nights of the last 7, 30 or 90 days, oldest first. */
export async function getSleepTrend(
  viewer: Viewer,
  { customerId, days }: InputOf<(typeof sleepApi)['getSleepTrend']>,
): Promise<NightRow[]> {
  const { projectId } = await customerOf(viewer, customerId);
  const zone = await db.row(sql<{ zone: string }>`select ${zoneOf(sql`${projectId}::bigint`)} as zone`);
  const last = lastNight(Date.now(), zone?.zone ?? 'Asia/Shanghai');
  return personNights(viewer, customerId, daysBefore(last, days - 1), last);
}
