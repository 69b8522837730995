import { sql } from 'kysely';
import type { equipmentApi } from '#features/equipment/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

type Api = typeof equipmentApi;

/** Returns the state changes of a device with user and reason, newest first. */
export async function getStateChangeList(
  viewer: Viewer,
  input: InputOf<Api['getStateChangeList']>,
): Promise<Paged<OutputOf<Api['getStateChangeList']>>> {
  const { limit, offset, order } = pageOf(input, { at: sql`c.at` }, sql`c.at desc, c.id desc`);
  const rows = db
    .selectFrom('equipmentStateChange as c')
    .innerJoin(scoped(viewer, 'equipment'), 'equipment.id', 'c.equipmentId')
    .where('equipment.id', '=', input.equipmentId);
  const [page, total] = await Promise.all([
    rows
      .leftJoin('user', 'user.id', 'c.createdBy')
      .select(['c.id', 'c.at', 'c.fromState as from', 'c.state', 'c.reason', 'user.name as byName'])
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .execute(),
    rows.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ]);
  type Row = OutputOf<Api['getStateChangeList']>;
  return {
    rows: page.map((row) => ({ ...row, from: row.from as Row['from'], state: row.state as Row['state'] })),
    count: total.n,
  };
}
