import { sql } from 'kysely';
import { archiveSealedIds, localToday } from '#features/customer/server/service.ts';
import { idHash } from '#features/customerEntry/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';

export interface ExaminedPerson {
  id: string;
  name: string;
  gender: number;
  birthDate: string | null;
  /** Day in the zone of the person's project. */
  today: string;
  /** The archive is read-only. */
  sealed: boolean;
}

const chunk = 500;

/** Returns the viewer's customers with these ID numbers, by number as given. */
export async function peopleByIdNo(
  viewer: Viewer,
  idNos: readonly string[],
): Promise<ReadonlyMap<string, ExaminedPerson>> {
  const people = new Map<string, ExaminedPerson>();
  const unique = [...new Set(idNos)];
  for (let offset = 0; offset < unique.length; offset += chunk) {
    const some = unique.slice(offset, offset + chunk);
    const hashes = some.map((idNo) => Buffer.from(idHash(idNo), 'hex'));
    const rows = await db
      .selectFrom(scoped(viewer, 'customer'))
      .select(['customer.id', 'customer.name', 'customer.gender', 'customer.birthDate', 'customer.idNoHash'])
      .select(sql<string>`${localToday}::text`.as('today'))
      .where('customer.idNoHash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
      .execute();
    const sealed = await archiveSealedIds(rows.map(({ id }) => id));
    const byHash = new Map(rows.map((row) => [row.idNoHash?.toString('hex'), row]));
    for (const idNo of some) {
      const row = byHash.get(idHash(idNo));
      if (row) people.set(idNo, { ...row, sealed: sealed.has(row.id) });
    }
  }
  return people;
}
