import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { secretHash } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { DeviceLogin } from '#server/ingest/gateway/deviceLogin.ts';

/** Longest name or secret that is looked up. */
const maxText = 128;

type Found = Omit<DeviceLogin, 'names'>;

const columns = sql`e.id::text, e.sn, m.protocol, m.kind = 'gateway' and m.protocol <> 'mqtt' as "isGateway",
  coalesce(g.base_topic, 'zigbee2mqtt') as "baseTopic", coalesce(g.may_create, false) as "mayCreate", e.secret_hash as proof
  from equipment e join model m on m.id = e.model_id left join gateway g on g.id = e.id where e.deleted_at is null`;

async function found(name: string, secret: string): Promise<Found | undefined> {
  if (name.length > maxText || secret.length > maxText) return undefined;
  if (secret !== '') {
    const row = await db.row(sql<Found>`select ${columns} and e.sn = ${name} and e.secret_hash is not null`);
    return row && timingSafeEqual(row.proof, secretHash(secret)) ? row : undefined;
  }
  return db.row(sql<Found>`select ${columns} and e.secret_hash = ${secretHash(name)} and m.protocol = 'thingsboard'`);
}

/** Returns the device of MQTT credentials; a secret of '' means that the name is a token of ThingsBoard. */
export async function deviceLogin(name: string, secret: string): Promise<DeviceLogin | null> {
  const row = await found(name, secret);
  if (!row) return null;
  const names = row.isGateway
    ? await db.rows(sql<{ wireName: string; number: string }>`
        select wire_name as "wireName", number from gateway_child where gateway_id = ${row.id} and wire_name is not null limit 10000`)
    : [];
  return { ...row, names: names.map(({ wireName, number }) => [wireName, number]) };
}

/** Whether a device is still what its connection took it for: its secret, and what decides on its topics. */
const isSame = ({ proof, protocol, isGateway, baseTopic }: DeviceLogin, now: Found | undefined) =>
  now?.proof?.equals(proof) === true &&
  [now.protocol, now.isGateway, now.baseTopic].join() === [protocol, isGateway, baseTopic].join();

/** Returns the ids of the logins whose devices still have the same secret, format and base topic. */
export async function validLogins(logins: readonly DeviceLogin[]): Promise<ReadonlySet<string>> {
  const rows = await db.rows(sql<Found>`select ${columns} and e.id = any(${bigints(logins.map(({ id }) => id))})`);
  const devices = new Map(rows.map((row) => [row.id, row]));
  return new Set(logins.filter((login) => isSame(login, devices.get(login.id))).map(({ id }) => id));
}
