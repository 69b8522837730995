import type { CustomerHooks } from '#features/customer/server/service.ts';
import { settleLatest } from './latest.ts';

/** Hooks for the assessments of a customer: of one scale that both have the newest finished one of both stays the latest. */
const hooks: CustomerHooks = {
  async beforeMerge({ tx }, { from, to }) {
    // A person has one latest a scale: the rows move without the mark.
    const moved = await tx
      .updateTable('assessment')
      .set({ customerId: to, latest: false })
      .where('customerId', '=', from)
      .returning('id')
      .execute();
    if (moved.length > 0) await settleLatest(tx, [to]);
  },
};
export default hooks;
