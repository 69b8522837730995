import type { ScaleHooks } from '#features/scale/server/service.ts';
import { any } from '#server/db/values.ts';

/** Versions of scales are used as soon as an assessment refers to them. */
const hooks: ScaleHooks = {
  async usedVersions(db, ids) {
    const rows = await db
      .selectFrom('scaleVersion as v')
      .select('v.id')
      .where('v.id', '=', any(ids))
      .where((eb) =>
        eb.exists(eb.selectFrom('assessment as a').select('a.id').whereRef('a.scaleVersionId', '=', 'v.id')),
      )
      .execute();
    return rows.map(({ id }) => id);
  },
};
export default hooks;
