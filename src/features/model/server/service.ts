import { sql } from 'kysely';
import type { modelApi } from '#features/model/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { same } from '#server/db/filter.ts';
import { pageOf } from '#server/db/paging.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';

/** A device model by its code; null when there is none. */
export async function modelByCode(code: string) {
  const all = db.selectFrom('model').selectAll().where('deletedAt', 'is', null);
  return (await all.where('code', '=', code).executeTakeFirst()) ?? null;
}

/** Models belong to nobody: everyone with the right sees all. */
export async function getModelList(
  _viewer: Viewer,
  input: InputOf<typeof modelApi.getModelList>,
): Promise<Paged<OutputOf<typeof modelApi.getModelList>>> {
  const where = and(sql`deleted_at is null`, same('model.protocol', input.protocol));
  const fields = { code: 'model.code', name: 'model.name' } as const;
  const { limit, offset, order } = pageOf(input, fields, sql`model.code, model.id`);
  const [rows, total] = await Promise.all([
    db
      .selectFrom('model')
      .select(['id', 'code', 'name', 'kind', 'protocol', 'intervalSeconds', 'capabilities', 'profile', 'version'])
      .where(where)
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .execute(),
    sql<{ n: number }>`select count(*)::int as n from model where ${where}`.execute(db),
  ]);
  return {
    rows: rows.map((row) => ({ ...row, profile: row.profile as Record<string, unknown> })),
    count: total.rows[0]?.n ?? 0,
  };
}
