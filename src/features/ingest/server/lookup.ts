import { sql } from 'kysely';
import type { DeviceRef, Message } from '#devices/message.ts';
import { normalizeNumber } from '#features/equipment/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { int8s, texts } from '#server/db/pgBinary.ts';
import type { Levels } from './maintenance/batterySignal.ts';

/** Registered device as the ingest needs it; ownership and address are the customer's if bound. */
export interface RegisteredDevice {
  id: string;
  sn: string;
  name: string;
  customerId: string | null;
  departmentId: string;
  projectId: string;
  address: string | null;
  phone: string | null;
  demo: boolean;
  modelId: string;
  /** A message of the device was received before. */
  activated: boolean;
  /** Service state of the customer; null without a customer. */
  serviceState: string | null;
  /** Addresses and networks of the project's devices; empty: any. */
  deviceAddresses: string[];
}

export interface State {
  deviceId: string;
  projectId: string;
  /** Like the other instants here: ms since 1970. */
  lastSeenAt: number | null;
  lastDataAt: number | null;
  battery: number | null;
  signal: number | null;
  levels: Levels;
  /** A new level must be stored. */
  isLevelNew: boolean;
  /** A message of the batch shows that the device is alive now. */
  isHeard: boolean;
  alarmBits: number;
  backlogBits: number;
  lat: number | null;
  lng: number | null;
  accuracy: number | null;
  positionSource: string | null;
  positionAt: number | null;
  /** km/h, of the newest position. */
  speed: number | null;
  /** Last press for help, in device time if its clock is plausible. */
  pressedAt: number | null;
  /** Running test window, and the message that closes it; null without one. */
  testFrom: number | null;
  testUntil: number | null;
  testBy: 'help' | 'alarm' | 'data' | null;
}

/** Returns `protocol`, or `protocol@gateway` for a device behind a gateway: where its number is unique. */
export function portOf({ protocol, gateway }: Pick<DeviceRef, 'protocol' | 'gateway'>): string {
  return gateway === undefined ? protocol : `${protocol}@${gateway}`;
}

/**
 * Returns the number under which a device is registered: names of ThingsBoard children are unique at their gateway only,
 * addresses of radios have no case, also as the SN of a gateway.
 */
export function identifierOf({ protocol, number, gateway }: DeviceRef): string {
  if (protocol === 'thingsboard' && gateway !== undefined) return `${gateway}/${number}`;
  return protocol === 'z2m' || protocol === 'lorawan' ? normalizeNumber({ protocol, number }).number : number;
}

/** Returns the reference by which a message names its device: port and registered number. */
export function refOf({ deviceRef }: Pick<Message, 'deviceRef'>): string {
  return `${portOf(deviceRef)} ${identifierOf(deviceRef)}`;
}

/**
 * Joins devices by protocol and number; a gateway reaches only those behind it. `offset 0` keeps each step on its primary key; a deletion filter inside would
 * make the planner read a partial index in full. A push source may name a device of any protocol by its SN; so does the
 * own login of a ThingsBoard device, which has the number of a child where it stands behind a gateway.
 */
const byReference = sql`
  cross join lateral (
    select equipment_id from equipment_identifier where protocol = r.protocol and number = r.number
    union all select id from equipment where (r.protocol = 'push' or r.protocol = 'thingsboard' and r.gateway is null) and sn = r.number and deleted_at is null limit 1) i
  join lateral (select * from equipment where id = i.equipment_id offset 0) e on e.deleted_at is null and (r.gateway is null or e.gateway_id = r.gateway)
  left join lateral (select * from customer where id = e.customer_id offset 0) c on c.deleted_at is null`;

const deviceColumns = sql`
  r.protocol || coalesce('@' || r.gateway, '') || ' ' || r.number as ref, e.id::text, e.sn, e.name, c.id::text as "customerId", coalesce(c.department_id, e.department_id)::text as "departmentId",
  coalesce(c.project_id, e.project_id)::text as "projectId", coalesce(c.address, e.address) as address, coalesce(c.mobile, c.phone, (select number from sim where equipment_id = e.id and deleted_at is null)) as phone, e.demo, e.model_id::text as "modelId", e.activated_at is not null as activated, c.service_state as "serviceState",
  (select p.device_addresses from project p where p.id = coalesce(c.project_id, e.project_id)) as "deviceAddresses"`;

/** Returns the distinct device references of the messages. */
function references(messages: readonly Message[]) {
  const refs = new Map(messages.map((message) => [refOf(message), message.deviceRef]));
  const all = [...refs.values()];
  return sql`unnest(${texts(all.map(({ protocol }) => protocol))}::text[], ${texts(all.map(identifierOf))}::text[],
    ${int8s(all.map(({ gateway }) => gateway ?? null))}::bigint[]) as r (protocol, number, gateway)`;
}

/** Returns the registered devices of the messages, by reference. */
export async function registeredDevices(tx: Db, messages: Message[]): Promise<Map<string, RegisteredDevice>> {
  const rows = await tx.rows(
    sql<{
      ref: string;
    }>`select ${deviceColumns} from ${references(messages)} ${byReference}`,
  );
  return new Map(rows.map((row) => [row.ref, row as unknown as RegisteredDevice]));
}

export interface Locked {
  device: RegisteredDevice;
  state: State;
}

/**
 * Returns the devices with their state rows; locks the rows in the order of ids, so that lanes and nodes do not
 * deadlock.
 */
export async function lockDevices(tx: Db, messages: Message[]): Promise<Map<string, Locked>> {
  const ms = (name: string) => sql`(extract(epoch from s.${sql.raw(name)}) * 1000)::float8`;
  const rows = await tx.rows(sql<Record<string, unknown>>`
    select ${deviceColumns}, s.project_id::text as "stateProject", ${ms('last_seen_at')} as "lastSeenAt", ${ms('last_data_at')} as "lastDataAt", s.battery, s.signal, s.state_values as levels,
      s.alarm_bits::float8 as "alarmBits", s.backlog_bits::float8 as "backlogBits", s.lat, s.lng, s.accuracy, s.position_source as "positionSource", ${ms('position_at')} as "positionAt", s.speed,
      ${ms('pressed_at')} as "pressedAt", ${ms('test_from')} as "testFrom", ${ms('test_until')} as "testUntil", s.test_by as "testBy"
    from ${references(messages)} ${byReference} join device_state s on s.device_id = e.id order by s.device_id for update of s`);
  const states = new Map<string, State>();
  return new Map(
    (rows as unknown as LockedRow[]).map((row) => {
      const { ref, id, sn, name, customerId, departmentId, projectId, address, phone, demo, ...state } = row;
      const { activated, deviceAddresses, serviceState, modelId, stateProject, ...rest } = state;
      const place = { customerId, departmentId, projectId, address, phone };
      const device = { id, sn, name, ...place, demo, modelId, activated, serviceState, deviceAddresses };
      // One state object per device, even if several references name it.
      const deviceState = states.get(id) ?? {
        deviceId: id,
        projectId: stateProject,
        isLevelNew: false,
        isHeard: false,
        ...rest,
      };
      states.set(id, deviceState);
      return [ref, { device, state: deviceState }];
    }),
  );
}

type LockedRow = RegisteredDevice &
  Omit<State, 'deviceId' | 'projectId' | 'isLevelNew' | 'isHeard'> & { ref: string; stateProject: string };
