import { sql } from 'kysely';
import { maxAttributeBytes, maxAttributes } from '#features/deviceAttribute/contract.ts';
import type { Db } from '#server/db/db.ts';
import type { NewMessage } from '../fold.ts';

interface Attribute {
  device: string;
  key: string;
  value: unknown;
}

function attributesIn({ message: { decoded }, device, untrusted }: NewMessage): Attribute[] {
  if (decoded?.kind !== 'attributes' || untrusted) return [];
  return Object.entries(decoded.values)
    .slice(0, maxAttributes)
    .filter(([key, value]) => key !== '' && key.length <= 128 && isShort(value))
    .map(([key, value]) => ({ device: device.id, key, value }));
}

const isShort = (value: unknown) =>
  value !== undefined && Buffer.byteLength(JSON.stringify(value) ?? '') <= maxAttributeBytes;

/** Stores the attributes that ThingsBoard devices tell, the newest of each key; beyond the limit no new key. */
export async function writeAttributes(tx: Db, entries: readonly NewMessage[]): Promise<void> {
  const reported = new Map(entries.flatMap(attributesIn).map((one) => [`${one.device} ${one.key}`, one]));
  if (reported.size === 0) return;
  await sql`
    insert into device_attribute as a (equipment_id, side, key, value)
    select n.device, 'client', n.key, n.value from (
      select n.*, row_number() over (partition by n.device, k.key is null order by n.key) as place, k.key is not null as known,
        (select count(*) from device_attribute o where o.equipment_id = n.device and o.side = 'client') as held
      from jsonb_to_recordset(${JSON.stringify([...reported.values()])}::jsonb) as n (device bigint, key text, value jsonb)
      left join device_attribute k on k.equipment_id = n.device and k.side = 'client' and k.key = n.key) n
    where n.value is not null and (n.known or n.held + n.place <= ${maxAttributes})
    on conflict (equipment_id, side, key) do update set value = excluded.value, at = now() where a.value <> excluded.value`.execute(
    tx,
  );
}

/** Ends the scan of a gateway that has refused or closed it. */
export async function recordScans(tx: Db, entries: readonly NewMessage[]): Promise<void> {
  for (const { message, device } of entries) {
    if (message.topic !== 'bridge/response/permit_join' || !message.decoded) continue;
    const { status, data } = message.decoded.values;
    const time = (data as { time?: unknown } | undefined)?.time;
    if (status === 'ok' && time !== 0) continue;
    await sql`update gateway_link set scan_until = null where gateway_id = ${device.id}`.execute(tx);
  }
}
