import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { contains, oneOf } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { and, wireInstant } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { ScaleDefinition } from '#shared/scale/definition.ts';
import { hasText } from '#shared/scale/text.ts';
import type { scaleApi } from '../contract.ts';
import { usedVersions } from './scaleHooks.ts';

type Api = (typeof scaleApi)['getScaleList'];
type Row = OutputOf<Api>;

interface StoredScale extends Pick<Row, 'id' | 'code' | 'name' | 'version' | 'licence' | 'status' | 'updatedAt'> {
  definition: ScaleDefinition;
  versions: (Omit<Row['versions'][number], 'used'> & { id: string })[];
}

function rowOf({ definition, versions, ...scale }: StoredScale, used: ReadonlySet<string>): Row {
  const { items, validMonths, assessors = 1, ability = false } = definition;
  return {
    ...{ ...scale, items: items.length, validMonths, assessors, ability, adapter: !hasText(definition) },
    used: versions.some(({ id }) => used.has(id)),
    versions: versions.map(({ id, ...version }) => ({ ...version, used: used.has(id) })),
  };
}

/** Returns the scales with their newest version, by code. */
export async function getScaleList(_viewer: Viewer, input: InputOf<Api>): Promise<Paged<Row>> {
  const newest = sql`
    scale s join lateral (select * from scale_version where scale_id = s.id order by number desc limit 1) v on true
    where ${and(oneOf(sql`s.status`, input.status), contains([sql`s.code`, sql`v.name`], input.keyword))}`;
  const { limit, offset, order } = pageOf(
    input,
    { code: sql`s.code`, updatedAt: sql`greatest(s.updated_at, v.created_at)` },
    sql`s.status desc, s.id`,
  );
  const rows = await db.rows(sql<StoredScale>`
    select s.id::text as id, s.code, v.name, v.number as version, v.licence, s.status, v.definition,
      greatest(s.updated_at, v.created_at) as "updatedAt",
      (select jsonb_agg(jsonb_build_object('id', o.id::text, 'version', o.number, 'createdAt', ${wireInstant(sql`o.created_at`)},
        'createdByName', u.name) order by o.number desc)
        from scale_version o left join "user" u on u.id = o.created_by where o.scale_id = s.id) as versions
    from ${newest} order by ${order} limit ${limit} offset ${offset}`);
  const used = await usedVersions(
    db,
    rows.flatMap(({ versions }) => versions.map(({ id }) => id)),
  );
  return { rows: rows.map((row) => rowOf(row, used)), count: await countOf(sql`select 1 from ${newest}`) };
}
