import { sql } from 'kysely';
import type { labelApi } from '#features/label/contract.ts';
import { notFound } from '#server/core/problem.ts';
import { publicUrlOf } from '#server/core/publicUrl.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { any } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof labelApi;

/** Returns the labels of these devices; 404 when one of them is out of scope. */
export async function getEquipmentLabel(
  viewer: Viewer,
  { ids }: InputOf<Api['getEquipmentLabel']>,
): Promise<OutputOf<Api['getEquipmentLabel']>> {
  const labelRows = await db
    .selectFrom(scoped(viewer, 'equipment'))
    .innerJoin('model as m', 'm.id', 'equipment.modelId')
    .innerJoin('project as p', 'p.id', 'equipment.projectId')
    .select(['equipment.id', 'equipment.sn', 'm.name as model', 'p.hotline'])
    .select(sql<string>`coalesce(p.screen_title, p.name)`.as('service'))
    .where('equipment.id', '=', any(ids))
    .execute();
  if (labelRows.length !== ids.length) throw notFound('设备');
  const byId = new Map(labelRows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ ...row, link: publicUrlOf(`/open?device=${encodeURIComponent(row.sn)}`) }] : [];
  });
}
