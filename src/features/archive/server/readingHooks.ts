import type { ReadingHooks } from '#features/reading/server/service.ts';

const hooks: ReadingHooks = {
  async oxygenScale(tx, customerId) {
    const row = await tx
      .selectFrom('archive')
      .select('oxygenScale')
      .where('customerId', '=', customerId)
      .executeTakeFirst();
    return row?.oxygenScale === 2 ? '2' : undefined;
  },
};
export default hooks;
