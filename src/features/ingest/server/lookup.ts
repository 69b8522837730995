import { sql } from 'kysely';
import type { Message } from '#devices/message.ts';
import type { Db } from '#server/db/db.ts';
import { texts } from '#server/db/pgBinary.ts';
import type { Levels } from './batterySignal.ts';

/** A registered device as ingest needs it; place and person are the customer's where it has one. */
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
  /** Some message of it was heard before. */
  activated: boolean;
  /** How the service of its person stands; null where nobody has it. */
  serviceState: string | null;
  /** Addresses and networks from which the project's devices come; empty: any. */
  deviceAddresses: string[];
}

export interface State {
  deviceId: string;
  projectId: string;
  /** This and the other instants here: ms since 1970. */
  lastSeenAt: number | null;
  lastDataAt: number | null;
  battery: number | null;
  signal: number | null;
  levels: Levels;
  /** One of them is new: they are to be stored. */
  isLevelNew: boolean;
  /** The device was heard in the batch, not only what was kept of it. */
  isHeard: boolean;
  alarmBits: number;
  backlogBits: number;
  lat: number | null;
  lng: number | null;
  accuracy: number | null;
  positionSource: string | null;
  positionAt: number | null;
  /** When somebody last pressed it for help, by the device where its clock is to be believed. */
  pressedAt: number | null;
  /** The test window that runs, and which message closes it; null without one. */
  testFrom: number | null;
  testUntil: number | null;
  testBy: 'help' | 'alarm' | 'data' | null;
}

/** `protocol number`: what a message calls its device. */
export function refOf(message: Message): string {
  return `${message.deviceRef.protocol} ${message.deviceRef.number}`;
}

/**
 * Devices by protocol and number. Each step goes by a primary key whatever the planner knows of the tables: `offset 0`
 * keeps them apart, and what is deleted is left out behind it, or an index of what is not deleted would be read whole for
 * each. A cloud that pushes for a device of any protocol may name it by its SN.
 */
const byReference = sql`
  cross join lateral (
    select equipment_id from equipment_identifier where protocol = r.protocol and number = r.number
    union all select id from equipment where r.protocol = 'push' and sn = r.number and deleted_at is null limit 1) i
  join lateral (select * from equipment where id = i.equipment_id offset 0) e on e.deleted_at is null
  left join lateral (select * from customer where id = e.customer_id offset 0) c on c.deleted_at is null`;

const deviceColumns = sql`
  r.protocol || ' ' || r.number as ref, e.id::text, e.sn, e.name, c.id::text as "customerId", coalesce(c.department_id, e.department_id)::text as "departmentId",
  coalesce(c.project_id, e.project_id)::text as "projectId", coalesce(c.address, e.address) as address, coalesce(c.mobile, c.phone, e.number) as phone, e.demo, e.model_id::text as "modelId", e.activated_at is not null as activated, c.service_state as "serviceState",
  (select p.device_addresses from project p where p.id = coalesce(c.project_id, e.project_id)) as "deviceAddresses"`;

/** The references of the messages, each once. */
function references(messages: readonly Message[]) {
  const refs = new Map(messages.map((message) => [refOf(message), message.deviceRef]));
  const [protocols, numbers] = [
    [...refs.values()].map((ref) => ref.protocol),
    [...refs.values()].map((ref) => ref.number),
  ];
  return sql`unnest(${texts(protocols)}::text[], ${texts(numbers)}::text[]) as r (protocol, number)`;
}

/** The registered devices behind the messages, by reference. */
export async function registeredDevices(tx: Db, messages: Message[]): Promise<Map<string, RegisteredDevice>> {
  const { rows } = await sql<{
    ref: string;
  }>`select ${deviceColumns} from ${references(messages)} ${byReference}`.execute(tx);
  return new Map(rows.map((row) => [row.ref, row as unknown as RegisteredDevice]));
}

export interface Locked {
  device: RegisteredDevice;
  state: State;
}

/**
 * The same with their state rows, which are locked in the order of their ids, so that two lanes or nodes never wait for
 * each other in a ring.
 */
export async function lockDevices(tx: Db, messages: Message[]): Promise<Map<string, Locked>> {
  const ms = (name: string) => sql`(extract(epoch from s.${sql.raw(name)}) * 1000)::float8`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${deviceColumns}, s.project_id::text as "stateProject", ${ms('last_seen_at')} as "lastSeenAt", ${ms('last_data_at')} as "lastDataAt", s.battery, s.signal, s.state_values as levels,
      s.alarm_bits::float8 as "alarmBits", s.backlog_bits::float8 as "backlogBits", s.lat, s.lng, s.accuracy, s.position_source as "positionSource", ${ms('position_at')} as "positionAt",
      ${ms('pressed_at')} as "pressedAt", ${ms('test_from')} as "testFrom", ${ms('test_until')} as "testUntil", s.test_by as "testBy"
    from ${references(messages)} ${byReference} join device_state s on s.device_id = e.id order by s.device_id for update of s`.execute(
    tx,
  );
  const states = new Map<string, State>();
  return new Map(
    (rows as unknown as LockedRow[]).map((row) => {
      const { ref, id, sn, name, customerId, departmentId, projectId, address, phone, demo, ...state } = row;
      const { activated, deviceAddresses, serviceState, modelId, stateProject, ...rest } = state;
      const place = { customerId, departmentId, projectId, address, phone };
      const device = { id, sn, name, ...place, demo, modelId, activated, serviceState, deviceAddresses };
      // One row a device, by whatever references it was named.
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
