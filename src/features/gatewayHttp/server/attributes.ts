import { sql } from 'kysely';
import type { AttributeRequest } from '#devices/format.ts';
import { db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';

type Stored = Parameters<AttributeRequest['answer']>[0];

/** Returns the attributes of a device that a request names, by side. */
export async function storedAttributes(
  device: string,
  { client, shared }: Pick<AttributeRequest, 'client' | 'shared'>,
): Promise<Stored> {
  const isNamed = (keys: readonly string[] | null) => (keys === null ? sql`true` : sql`key = any(${texts([...keys])})`);
  const rows = await db.rows(sql<{ side: 'client' | 'shared'; key: string; value: unknown }>`
    select side, key, value from device_attribute
    where equipment_id = ${device} and (side = 'client' and ${isNamed(client)} or side = 'shared' and ${isNamed(shared)}) order by key`);
  const of = (side: string) =>
    Object.fromEntries(rows.filter((row) => row.side === side).map(({ key, value }) => [key, value]));
  return { client: of('client'), shared: of('shared') };
}
