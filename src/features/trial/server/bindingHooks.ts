import type { BindingHooks } from '#features/binding/server/service.ts';
import { now } from '#server/db/values.ts';

/** Ends the trials of a replaced device. */
const hooks: BindingHooks = {
  async afterReplace(tx, { id }) {
    await tx
      .updateTable('trial')
      .set({ endedAt: now })
      .where('equipmentId', '=', id)
      .where('endedAt', 'is', null)
      .execute();
  },
};
export default hooks;
