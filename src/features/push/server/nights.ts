import { sql } from 'kysely';
import type { decodePush } from '#devices/json/push.ts';
import { db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import { productZone, zoneOf } from '#server/db/zone.ts';
import { clockAt } from '#shared/place/wallClock.ts';
import { devicesOf } from './pushLogWriter.ts';

type Decoded = ReturnType<typeof decodePush>;

const foreignZone = 'night of another zone';

/** Returns whether an error of a body is about a night. */
export const isNightProblem = (error: string): boolean => error.startsWith('night ');

/** Returns the zones of the projects of these devices, by number. */
async function zonesOf(numbers: readonly string[]): Promise<Map<string, string>> {
  const devices = await devicesOf(numbers);
  const rows = await db.rows(sql<{ id: string; zone: string }>`
    select e.id::text, ${zoneOf(sql`e.project_id`)} as zone from equipment e where e.id = any(${texts([...devices.values()])}::bigint[])`);
  const byId = new Map(rows.map(({ id, zone }) => [id, zone]));
  return new Map([...devices].map(([number, id]) => [number, byId.get(id) ?? productZone]));
}

/** Returns the minutes that a zone is ahead of UTC at an instant. */
function minutesAhead(instant: string, zone: string): number {
  const at = Math.floor(Date.parse(instant) / 1000) * 1000;
  return Math.round((Date.parse(`${clockAt(at, zone)}Z`) - at) / 60_000);
}

/** Takes out nights whose maker wrote them in another zone than that of the device's project. */
export async function withoutForeignNights({ messages, errors }: Decoded): Promise<Decoded> {
  const zoned = messages.filter(({ night }) => night && night.zoneMinutes !== null);
  if (zoned.length === 0) return { messages, errors };
  const zones = await zonesOf([...new Set(zoned.map(({ number }) => number))]);
  const foreign = new Set(
    zoned.filter(
      ({ number, night }) => night && minutesAhead(night.from, zones.get(number) ?? productZone) !== night.zoneMinutes,
    ),
  );
  if (foreign.size === 0) return { messages, errors };
  const kept = messages.flatMap((message) => {
    if (!foreign.has(message)) return [message];
    const { night: _night, ...rest } = message;
    const says = rest.readings.length > 0 || rest.alarms.length > 0 || rest.position !== null || rest.battery !== null;
    return says ? [rest] : [];
  });
  return { messages: kept, errors: [...errors, foreignZone] };
}
