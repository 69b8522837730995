import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { ReadingLevel } from '#shared/health/bands.ts';
import { type Change, changesOf } from './changes.ts';

/** What the sensor of a bed says of a person. */
export interface Sensor {
  customerId: string;
  equipmentId: string;
  inBed: boolean;
  /** When the sensor spoke last of presence. */
  at: string;
  /** Changes of presence, oldest first, within the binding and `lookBackHours`. */
  changes: readonly Change[];
  /** Start of the state. */
  since: string;
  boundAt: string;
  online: boolean;
  offlineSince: string | null;
}

type Newest = Omit<Sensor, 'since' | 'changes'>;

/** Returns the sensors whose presence is the newest of each person, where the person has the sensor still. */
async function newestOf(tx: Db, ids: readonly string[]): Promise<Newest[]> {
  return tx.rows(sql<Newest>`
    select l.customer_id::text as "customerId", l.source_id::text as "equipmentId", l.value = 1 as "inBed", l.at, b.bound_at as "boundAt",
      coalesce(s.online, false) as online, s.offline_since as "offlineSince"
    from reading_latest l
    join equipment_binding b on b.equipment_id = l.source_id and b.unbound_at is null and b.customer_id = l.customer_id
    left join device_state s on s.device_id = l.source_id
    where l.customer_id = any(${bigints(ids)}) and l.metric = 'in_bed' and l.at > now() - interval '30 days'`);
}

/** Returns the sensors of these people, by person. */
export async function sensorsOf(tx: Db, ids: readonly string[]): Promise<Map<string, Sensor>> {
  const newest = await newestOf(tx, ids);
  const changes = await changesOf(tx, newest);
  return new Map(
    newest.map((one, index) => {
      const own = changes[index] ?? [];
      const last = own.at(-1);
      const since = last && (last.value === 1) === one.inBed ? last.at : one.at;
      return [one.customerId, { ...one, changes: own, since }];
    }),
  );
}

/** Newest value of a sign. */
export interface Vital {
  value: number;
  at: string;
  level: ReadingLevel | null;
  sourceId: string;
}

/** Heart and breath of a person. */
export type Vitals = Record<'heart' | 'breath', Vital | null>;

/** Returns the newest heart and breath rates that devices sent of these people within a day, by person. */
export async function vitalsOf(tx: Db, ids: readonly string[]): Promise<Map<string, Vitals>> {
  const rows = await tx.rows(sql<Vital & { customerId: string; metric: string }>`
    select customer_id::text as "customerId", metric, value, at, level, source_id::text as "sourceId" from reading_latest
    where customer_id = any(${bigints(ids)}) and metric in ('heart_rate', 'breath_rate') and source_id <> customer_id and at > now() - interval '1 day'`);
  const vitals = new Map<string, Vitals>();
  for (const { customerId, metric, ...vital } of rows) {
    const own = vitals.get(customerId) ?? { heart: null, breath: null };
    vitals.set(customerId, { ...own, [metric === 'heart_rate' ? 'heart' : 'breath']: vital });
  }
  return vitals;
}
