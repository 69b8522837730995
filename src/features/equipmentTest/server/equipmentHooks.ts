import type { EquipmentHooks } from '#features/equipment/server/service.ts';
import { endWindows } from './testWindow.ts';

/** Ends the test of a lost or scrapped device: a press of a lost one reveals its position and must raise an alarm. */
const hooks: EquipmentHooks = {
  async afterStateChange(tx, { by, devices, state }) {
    if (state !== 'lost' && state !== 'scrapped') return;
    await endWindows(
      tx,
      { userId: by },
      devices.map(({ id }) => id),
    );
  },
};
export default hooks;
