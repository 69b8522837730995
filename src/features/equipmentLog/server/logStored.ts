import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { logApi } from '../contract.ts';
import type { ReadAgain } from './logDecode.ts';
import type { StoredLog } from './logRead.ts';

type Stored = OutputOf<typeof logApi.getEquipmentLog>['stored'];

/**
 * Returns the values stored from a message's first fields (kind, time, position, readings), for comparison. History
 * uses the device time, or the reception if the device time was implausible.
 */
export async function storedOf(log: StoredLog, read: ReadAgain | null): Promise<Stored> {
  const [first] = read?.messages ?? [];
  if (!first) return {};
  const { time, position, readings } = first;
  const instants = [log.deviceTime, log.receivedAt, time].filter((instant) => instant !== null);
  const atInstants = sql`at = any(${texts(instants.map((instant) => new Date(instant).toISOString()))}::timestamptz[])`;
  const [place, values] = await Promise.all([
    position?.valid
      ? db.row(sql<{ lat: number; lng: number }>`
          select lat, lng from position where device_id = ${log.device} and ${atInstants} order by at limit 1`)
      : undefined,
    readings.length > 0
      ? db.rows(sql<{ metric: string; value: number }>`
          select metric, value from reading where device_id = ${log.device} and ${atInstants}
            and metric = any(${texts(readings.map((reading) => reading.kind))})`)
      : undefined,
  ]);
  const storedValues = new Map(values?.map(({ metric, value }) => [metric, value]));
  return {
    kind: log.kind,
    ...((log.deviceTime !== null || time !== null) && { time: log.deviceTime }),
    ...(position?.valid && { 'position.lat': place?.lat ?? null, 'position.lng': place?.lng ?? null }),
    ...Object.fromEntries(
      readings.map((reading) => [`readings.${reading.kind}`, storedValues.get(reading.kind) ?? null]),
    ),
  };
}
