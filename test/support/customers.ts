import { createHash } from 'node:crypto';
import { onDatabase } from './database.ts';

/** A customer with one device: a watch on the TCP port, or a button on the MQTT port. */
export interface RegisteredCustomer {
  customerId: string;
  name: string;
  protocol: 'watch' | 'mqtt';
  /** Number of the device on the wire; also its serial number. */
  number: string;
}

/** Secret of every MQTT device registered here. */
export const mqttSecret = 'secret-of-the-test-devices';

/**
 * Registers customers and devices by SQL, thousands at once: in the first project, `mqtt` of them with MQTT buttons,
 * the others with watches.
 */
export async function registerCustomers(databaseUrl: string, count: number, mqtt = 0): Promise<RegisteredCustomer[]> {
  return onDatabase(databaseUrl, async (client) => {
    const secretHash = createHash('sha256').update(mqttSecret).digest();
    const { rows } = await client.query<RegisteredCustomer>(customerRegistration, [count, mqtt, secretHash]);
    return rows;
  });
}

const customerRegistration = `
  with place as (
    select p.id as project_id, p.department_id from project p where p.deleted_at is null order by p.id limit 1),
  plan as (
    select n, '压测' || lpad(n::text, 5, '0') as name, (9100000000 + n)::text as number,
      case when n <= $2::int then 'mqtt' else 'watch' end as protocol
    from generate_series(1, $1::int) as n),
  people as (
    insert into customer (no, name, address, department_id, project_id)
    select 'YC' || plan.n, plan.name, plan.n || '幢101', place.department_id, place.project_id from plan, place
    returning id, no),
  devices as (
    insert into equipment (sn, model_id, name, customer_id, state, secret_hash, department_id, project_id)
    select plan.number, m.id, '手表', people.id, 'in_use', case when plan.protocol = 'mqtt' then $3::bytea end, place.department_id, place.project_id
    from plan join people on people.no = 'YC' || plan.n join model m on m.code = plan.protocol and m.deleted_at is null, place
    returning id, sn, customer_id, project_id),
  identifiers as (
    insert into equipment_identifier (protocol, number, equipment_id)
    select plan.protocol, devices.sn, devices.id from devices join plan on plan.number = devices.sn),
  states as (
    insert into device_state (device_id, project_id) select id, project_id from devices)
  select devices.customer_id::text as "customerId", plan.name, plan.protocol, plan.number
  from plan join devices on devices.sn = plan.number order by plan.n`;

/** Registers devices of one protocol without customers, in the first project. */
export async function registerDevices(
  databaseUrl: string,
  protocol: string,
  numbers: readonly string[],
): Promise<void> {
  await onDatabase(databaseUrl, (client) => client.query(deviceRegistration, [protocol, numbers]));
}

const deviceRegistration = `
  with place as (
    select p.id as project_id, p.department_id from project p where p.deleted_at is null order by p.id limit 1),
  devices as (
    insert into equipment (sn, model_id, name, state, department_id, project_id)
    select $1 || '-' || n.number, m.id, '定位器', 'activated', place.department_id, place.project_id
    from unnest($2::text[]) as n (number) join model m on m.code = $1 and m.deleted_at is null, place
    returning id, sn, project_id),
  known as (
    insert into equipment_identifier (protocol, number, equipment_id)
    select $1, split_part(sn, '-', 2), id from devices)
  insert into device_state (device_id, project_id) select id, project_id from devices`;
