import type { BindingHooks } from '#features/binding/server/service.ts';
import { markRunning } from './night/stale.ts';

/** A device that changes its person changes whose night it is: the night that runs is computed again. */
const hooks: BindingHooks = {
  afterBind: (tx, _viewer, { id }) => markRunning(tx, [id]),
  afterRelease: (tx, _viewer, ids) => markRunning(tx, ids),
};
export default hooks;
