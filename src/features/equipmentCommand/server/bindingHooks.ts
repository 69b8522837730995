import type { BindingHooks } from '#features/binding/server/service.ts';
import { expireCommands } from './expire.ts';
import { moveSettings } from './moveSettings.ts';
import { updateReporting } from './reporting.ts';

/** Hooks for the commands and settings of devices that change their customer. */
const hooks: BindingHooks = {
  afterBind: (tx, _viewer, { id }) => updateReporting(tx, [id]),
  async afterRelease(tx, _viewer, ids) {
    await expireCommands(tx, ids);
    await updateReporting(tx, ids);
  },
  // Before the release, which expires the commands that still wait for the old device.
  beforeReplace: (tx, viewer, { id, newId }) => moveSettings(tx, viewer, id, newId),
};
export default hooks;
