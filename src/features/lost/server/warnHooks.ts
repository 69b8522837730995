import { setUrgentReporting } from '#features/equipmentCommand/server/service.ts';
import type { WarnHooks } from '#features/warn/server/service.ts';
import { lostCaseOf } from './access.ts';

/** A case lasts as long as its alarm, however that ends. */
const hooks: WarnHooks = {
  async afterEnd({ tx }, { id, type }) {
    const lost = type === 'lost' ? await lostCaseOf(tx, id) : undefined;
    if (lost) await setUrgentReporting(tx, lost.customerId, null);
  },
  async afterReopen({ tx }, { id, type }) {
    const lost = type === 'lost' ? await lostCaseOf(tx, id) : undefined;
    if (!lost) return;
    await tx
      .updateTable('lostCase')
      .set({ result: null, foundAt: null, endNoteCipher: null })
      .where('id', '=', id)
      .execute();
    await setUrgentReporting(tx, lost.customerId, lost.seconds);
  },
};
export default hooks;
