import { sql } from 'kysely';
import type { equipmentApi } from '#features/equipment/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { oneOf, same } from '#server/db/filter.ts';
import { pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, any } from '#server/db/values.ts';
import { likeText } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { onlineWord } from './cards.ts';

type Api = typeof equipmentApi;

const fields = {
  sn: 'equipment.sn',
  name: 'equipment.name',
  lastSeenAt: 'deviceState.lastSeenAt',
  createdAt: 'equipment.createdAt',
} as const;

const wearerName = sql<string | null>`(select c.name from customer c where c.id = equipment.customer_id)`.as(
  'customerName',
);

/** Devices in scope. */
export async function getEquipmentList(
  viewer: Viewer,
  input: InputOf<Api['getEquipmentList']>,
): Promise<Paged<OutputOf<Api['getEquipmentList']>>> {
  const keyword = input.keyword?.trim();
  const like = `%${likeText(keyword ?? '')}%`;
  const where = and(
    same('equipment.sn', input.sn),
    oneOf('equipment.state', input.state),
    same('equipment.customerId', input.customerId),
    same('equipment.projectId', input.projectId),
    keyword ? sql`(equipment.sn ilike ${like} or equipment.name ilike ${like})` : undefined,
  );
  const { limit, offset, order } = pageOf(input, fields, sql`equipment.created_at desc, equipment.id desc`);
  const seen = scoped(viewer, 'equipment');
  const [page, total] = await Promise.all([
    db
      .selectFrom(seen)
      .innerJoin('model', 'model.id', 'equipment.modelId')
      .leftJoin('deviceState', 'deviceState.deviceId', 'equipment.id')
      .select(['equipment.id', 'equipment.sn', 'equipment.name', 'equipment.state', 'equipment.customerId'])
      .select(['equipment.projectId', 'equipment.departmentId', 'equipment.position', 'equipment.version'])
      .select(['model.code as model', 'model.kind', 'model.intervalSeconds'])
      .select(['deviceState.online', 'deviceState.offlineSince', 'deviceState.battery', 'deviceState.signal'])
      .select(['deviceState.lastSeenAt', 'deviceState.lastDataAt', 'deviceState.overQuotaAt', wearerName])
      .where(where)
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .execute(),
    sql<{ n: number }>`select count(*)::int as n from ${seen} where ${where}`.execute(db),
  ]);
  return {
    rows: page.map(({ online, intervalSeconds, ...row }) => ({
      ...row,
      state: row.state as OutputOf<Api['getEquipmentList']>['state'],
      online: onlineWord({ online, lastSeenAt: row.lastSeenAt, intervalSeconds }),
    })),
    count: total.rows[0]?.n ?? 0,
  };
}

/** Those of these devices that the viewer sees, by id. */
export async function seenEquipment(
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, { id: string; sn: string; name: string; customerName: string | null }>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom(scoped(viewer, 'equipment'))
    .select(['equipment.id', 'equipment.sn', 'equipment.name', wearerName])
    .where('equipment.id', '=', any(ids))
    .execute();
  return new Map(found.map((row) => [row.id, row]));
}
