import { createHash } from 'node:crypto';
import { mqttSecret } from '../../test/support/customers.ts';
import { onDatabase } from '../../test/support/database.ts';

/** Returns the SN of the nth gateway, of the nth own MQTT device, and the address of the nth child of all gateways. */
export const gatewaySn = (index: number) => `BENCH-GW-${index}`;
export const ownSn = (index: number) => `BENCH-MQ-${index}`;
export const addressOf = (index: number) => `0xa4c138${index.toString(16).padStart(10, '0')}`;

const register = `
  with place as (
    select p.id as project_id, p.department_id from project p where p.deleted_at is null order by p.id limit 1),
  plan as (select n, $1 || n as sn, case when $4 = 'z2m_sensor' then '0xa4c138' || lpad(to_hex(n), 10, '0') else $1 || n end as number
    from generate_series(0, $2::int - 1) as n),
  devices as (
    insert into equipment (sn, model_id, name, state, secret_hash, gateway_id, department_id, project_id)
    select plan.sn, m.id, plan.sn, 'in_use', $3::bytea,
      case when $4 = 'z2m_sensor' then (select g.id from equipment g where g.sn = 'BENCH-GW-' || (plan.n / $5::int)) end,
      place.department_id, place.project_id
    from plan join model m on m.code = $4 and m.deleted_at is null, place
    returning id, sn, project_id),
  identifiers as (
    insert into equipment_identifier (protocol, number, equipment_id)
    select $6, plan.number, devices.id from devices join plan using (sn))
  insert into device_state (device_id, project_id) select id, project_id from devices`;

/** Registers gateways with their children, and as many devices of our own format; all have the same secret. */
export async function registerGateways(
  databaseUrl: string,
  { gateways, withChildren, each, own }: { gateways: number; withChildren: number; each: number; own: number },
): Promise<void> {
  const secret = createHash('sha256').update(mqttSecret).digest();
  await onDatabase(databaseUrl, async (client) => {
    await client.query(register, ['BENCH-GW-', gateways, secret, 'z2m_gateway', 1, 'z2m']);
    await client.query(register, ['BENCH-CH-', withChildren * each, null, 'z2m_sensor', each, 'z2m']);
    await client.query(register, ['BENCH-MQ-', own, secret, 'mqtt', 1, 'mqtt']);
    await client.query('analyze equipment, equipment_identifier, device_state');
  });
}

/** Gives the first children to these customers, one each. */
export async function assignChildren(databaseUrl: string, customers: readonly { customerId: string }[]): Promise<void> {
  const ids = customers.map(({ customerId }) => customerId);
  await onDatabase(databaseUrl, (client) =>
    client.query(
      `update equipment e set customer_id = c.id from unnest($1::bigint[]) with ordinality as c (id, n) where e.sn = 'BENCH-CH-' || (c.n - 1)`,
      [ids],
    ),
  );
}

/** Returns how many rows of device states were written so far. */
export async function stateUpdates(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select n_tup_upd::int as n from pg_stat_user_tables where relname = 'device_state'`,
    );
    return rows[0]?.n ?? Number.NaN;
  });
}
