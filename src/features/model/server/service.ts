import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { modelApi } from '#features/model/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { pageOf } from '#server/feature/paging.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { model } from './schema.ts';

/** A device model by its code; null when there is none. */
export async function modelByCode(code: string) {
  const [row] = await db
    .select()
    .from(model)
    .where(and(eq(model.code, code), isNull(model.deletedAt)));
  return row ?? null;
}

/** Models belong to nobody: everyone with the right sees all. */
export async function getModelList(
  _viewer: Viewer,
  input: InputOf<typeof modelApi.getModelList>,
): Promise<Paged<OutputOf<typeof modelApi.getModelList>>> {
  const where = and(isNull(model.deletedAt), input.protocol ? eq(model.protocol, input.protocol) : undefined);
  const { limit, offset, order } = pageOf(input, { code: model.code, name: model.name }, [
    asc(model.code),
    asc(model.id),
  ]);
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(model)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.select({ n: sql<number>`count(*)::int` }).from(model).where(where),
  ]);
  return {
    rows: rows.map(({ id, code, name, kind, protocol, intervalSeconds, capabilities, profile, version }) => ({
      id,
      code,
      name,
      kind,
      protocol,
      intervalSeconds,
      capabilities,
      profile,
      version,
    })),
    count: total[0]?.n ?? 0,
  };
}
