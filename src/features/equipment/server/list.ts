import { and, eq, inArray, sql } from 'drizzle-orm';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { scoped } from '#server/auth/scope.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { pageOf } from '#server/feature/paging.ts';
import { likeText } from '#server/feature/search.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { onlineWord } from './cards.ts';
import { deviceState, equipment } from './schema.ts';

type Api = typeof equipmentApi;

/** Devices in scope. */
export async function getEquipmentList(
  viewer: Viewer,
  input: InputOf<Api['getEquipmentList']>,
): Promise<Paged<OutputOf<Api['getEquipmentList']>>> {
  const rows = scoped(viewer, equipment);
  const keyword = input.keyword?.trim();
  const where = and(
    input.sn ? eq(rows.sn, input.sn) : undefined,
    input.state?.length ? inArray(rows.state, input.state) : undefined,
    input.customerId ? eq(rows.customerId, input.customerId) : undefined,
    input.projectId ? eq(rows.projectId, input.projectId) : undefined,
    keyword
      ? sql`(${rows.sn} ilike ${`%${likeText(keyword)}%`} or ${rows.name} ilike ${`%${likeText(keyword)}%`})`
      : undefined,
  );
  const { limit, offset, order } = pageOf(
    input,
    { sn: rows.sn, name: rows.name, lastSeenAt: deviceState.lastSeenAt, createdAt: rows.createdAt },
    [sql`${rows.createdAt} desc`, sql`${rows.id} desc`],
  );
  const model = sql<{
    code: string;
    kind: string;
    interval: number;
  }>`(select jsonb_build_object('code', m.code, 'kind', m.kind, 'interval', m.interval_seconds) from model m where m.id = ${rows.modelId})`;
  const [page, total] = await Promise.all([
    db
      .select({
        row: {
          id: rows.id,
          sn: rows.sn,
          name: rows.name,
          state: rows.state,
          customerId: rows.customerId,
          projectId: rows.projectId,
          departmentId: rows.departmentId,
          position: rows.position,
          version: rows.version,
        },
        state: deviceState,
        model,
        customerName: sql<string | null>`(select c.name from customer c where c.id = ${rows.customerId})`,
      })
      .from(rows)
      .leftJoin(deviceState, eq(deviceState.deviceId, rows.id))
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.select({ n: sql<number>`count(*)::int` }).from(rows).where(where),
  ]);
  return {
    rows: page.map(({ row, state, model: kind, customerName }) => ({
      ...row,
      state: row.state as OutputOf<Api['getEquipmentList']>['state'],
      model: kind.code,
      kind: kind.kind,
      customerName,
      online: onlineWord({
        online: state?.online ?? null,
        lastSeenAt: state?.lastSeenAt ?? null,
        intervalSeconds: kind.interval,
      }),
      offlineSince: state?.offlineSince ?? null,
      battery: state?.battery ?? null,
      signal: state?.signal ?? null,
      lastSeenAt: state?.lastSeenAt ?? null,
      lastDataAt: state?.lastDataAt ?? null,
      overQuotaAt: state?.overQuotaAt ?? null,
    })),
    count: total[0]?.n ?? 0,
  };
}

/** Those of these devices that the viewer sees, by id. */
export async function seenEquipment(
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, { id: string; sn: string; name: string; customerName: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = scoped(viewer, equipment);
  const found = await db
    .select({
      id: rows.id,
      sn: rows.sn,
      name: rows.name,
      customerName: sql<string | null>`(select c.name from customer c where c.id = ${rows.customerId})`,
    })
    .from(rows)
    .where(inArray(rows.id, [...ids]));
  return new Map(found.map((row) => [row.id, row]));
}
