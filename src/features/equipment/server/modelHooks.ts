import { sql } from 'kysely';
import type { ModelHooks } from '#features/model/server/service.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';

/** Hooks for the devices of a model. */
const hooks: ModelHooks = {
  async counts(ids) {
    const rows = await db.rows(sql<{ id: string; n: number }>`
      select model_id::text as id, count(*)::int as n from equipment where model_id = any(${bigints(ids)}) and deleted_at is null
      group by model_id`);
    return new Map(rows.map(({ id, n }) => [id, n]));
  },
};
export default hooks;
