import type { ReadingHooks } from '#features/reading/server/service.ts';
import { any } from '#server/db/values.ts';

const hooks: ReadingHooks = {
  async onScale2(tx, customerIds) {
    const rows = await tx
      .selectFrom('archive')
      .select('customerId')
      .where('customerId', '=', any(customerIds))
      .where('oxygenScale', '=', 2)
      .execute();
    return rows.map(({ customerId }) => customerId);
  },
};
export default hooks;
