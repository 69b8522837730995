import { sql } from 'drizzle-orm';
import type { Message } from '#devices/message.ts';
import type { Db } from '#server/db.ts';

/** A registered device as ingest needs it; place and person are the customer's where it has one. */
export interface Known {
  id: string;
  sn: string;
  name: string;
  customerId: string | null;
  departmentId: string;
  projectId: string;
  address: string | null;
  phone: string | null;
  demo: boolean;
}

export interface State {
  deviceId: string;
  projectId: string;
  lastSeenAt: string | null;
  lastDataAt: string | null;
  battery: number | null;
  signal: number | null;
  alarmBits: number;
  backlogBits: number;
  lat: number | null;
  lng: number | null;
  accuracy: number | null;
  positionSource: string | null;
  positionAt: string | null;
}

/** `protocol number`: what a message calls its device. */
export function refOf(message: Message): string {
  return `${message.deviceRef.protocol} ${message.deviceRef.number}`;
}

/**
 * The registered devices behind the messages, by reference. Each step goes by a key whatever the planner knows of the
 * tables (`offset 0`): without fresh statistics it would read all of them for each batch. A cloud that pushes for a
 * device of any protocol may name it by its SN.
 */
export async function knownDevices(tx: Db, messages: Message[]): Promise<Map<string, Known>> {
  const protocols = messages.map((one) => one.deviceRef.protocol);
  const numbers = messages.map((one) => one.deviceRef.number);
  const found = await tx.execute<{ ref: string } & Record<string, unknown>>(sql`
    select r.protocol || ' ' || r.number as ref, e.id::text, e.sn, e.name, c.id::text as "customerId", coalesce(c.department_id, e.department_id)::text as "departmentId",
      coalesce(c.project_id, e.project_id)::text as "projectId", coalesce(c.address, e.address) as address, coalesce(c.mobile, c.phone, e.number) as phone, e.demo
    from (select distinct * from unnest(${pgArray(protocols)}::text[], ${pgArray(numbers)}::text[]) as r (protocol, number)) r
    cross join lateral (
      select equipment_id from equipment_identifier where protocol = r.protocol and number = r.number
      union all select id from equipment where r.protocol = 'push' and sn = r.number and deleted_at is null limit 1) i
    cross join lateral (select * from equipment where id = i.equipment_id and deleted_at is null offset 0) e
    left join lateral (select * from customer where id = e.customer_id and deleted_at is null offset 0) c on true`);
  return new Map(found.rows.map((row) => [row.ref, row as unknown as Known]));
}

/** Locks the state rows in the order of their ids, so that two lanes or nodes never wait for each other in a ring. */
export async function lockStates(tx: Db, ids: string[]): Promise<Map<string, State>> {
  const found = await tx.execute<Record<string, unknown>>(sql`
    select device_id::text as "deviceId", project_id::text as "projectId", last_seen_at as "lastSeenAt", last_data_at as "lastDataAt", battery, signal,
      alarm_bits::float8 as "alarmBits", backlog_bits::float8 as "backlogBits", lat, lng, accuracy, position_source as "positionSource", position_at as "positionAt"
    from device_state where device_id = any(${pgArray(ids)}::bigint[]) order by device_id for update`);
  const rows = found.rows as unknown as State[];
  for (const row of rows) {
    for (const field of ['lastSeenAt', 'lastDataAt', 'positionAt'] as const) {
      const value = row[field];
      if (value !== null) row[field] = new Date(value).toISOString();
    }
  }
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** What has to be escaped within a quoted element. */
const special = /["\\]/;

function element(value: string | number | boolean | null): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return String(value);
  return `"${special.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
}

/** A PostgreSQL array literal; null stays null, text is quoted. */
export function pgArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}
