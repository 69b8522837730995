import type { EquipmentHooks } from '#features/equipment/server/service.ts';
import { any, now } from '#server/db/values.ts';

/** Ends trials of a device that goes out of service or changes its customer. */
const hooks: EquipmentHooks = {
  async afterStateChange(tx, { devices }) {
    await tx
      .updateTable('trial')
      .set({ endedAt: now })
      .where('equipmentId', '=', any(devices.map(({ id }) => id)))
      .where('endedAt', 'is', null)
      .execute();
  },
};
export default hooks;
