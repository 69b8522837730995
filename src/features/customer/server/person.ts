import { type Selectable, sql } from 'kysely';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer } from '#server/db/tables.ts';
import { zoneOf } from '#server/db/zone.ts';

/** Somebody served. `today` is the day in the zone of that one's project. */
export type Person = Selectable<Customer> & { today: string };

/** Somebody in the viewer's scope; 404 for everybody else. */
export async function personOf(viewer: Viewer, id: string, tx: Db = db): Promise<Person> {
  const row = await tx
    .selectFrom(scoped(viewer, 'customer'))
    .selectAll('customer')
    .select(sql<string>`(now() at time zone ${zoneOf('customer.projectId')})::date::text`.as('today'))
    .where('customer.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('客户');
  return row;
}

/** The same, locked until the end of the transaction and as it stands then. An alarm of that one is raised meanwhile. */
export async function lockPerson(tx: Db, viewer: Viewer, id: string): Promise<Person> {
  await personOf(viewer, id, tx);
  await sql`select 1 from customer where id = ${id} for no key update`.execute(tx);
  return personOf(viewer, id, tx);
}
