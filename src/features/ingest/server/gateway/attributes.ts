import { sql } from 'kysely';
import { db, onPool } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import type { PayloadStore } from '#server/ingest/gateway/payload.ts';
import { identifierOf } from '../lookup.ts';

/** Returns the attributes that a device, or a child behind it, asks for. */
export const attributesOf: PayloadStore['attributesOf'] = ({ id, protocol }, { number, client, shared }) =>
  onPool('direct', async () => {
    const isNamed = (keys: readonly string[] | null) => (keys === null ? sql`true` : sql`a.key = any(${texts(keys)})`);
    const device =
      number === null
        ? sql`${id}::bigint`
        : sql`(select e.id from equipment_identifier i join equipment e on e.id = i.equipment_id and e.deleted_at is null
            where i.protocol = ${protocol} and i.number = ${identifierOf({ protocol, number, gateway: id })} and e.gateway_id = ${id})`;
    const rows = await db.rows(sql<{ side: string; key: string; value: unknown }>`
      select a.side, a.key, a.value from device_attribute a
      where a.equipment_id = ${device} and (a.side = 'client' and ${isNamed(client)} or a.side = 'shared' and ${isNamed(shared)}) order by a.key`);
    const of = (side: string) =>
      Object.fromEntries(rows.filter((row) => row.side === side).map(({ key, value }) => [key, value]));
    return { client: of('client'), shared: of('shared') };
  });
