import type { CustomerHooks } from '#features/customer/server/service.ts';
import { releaseAll } from './binding.ts';

/** Unbinds the devices of a customer whose service ends. */
const hooks: CustomerHooks = {
  async afterStateChange({ tx }, viewer, { id, state, unbind }) {
    if (unbind) await releaseAll(tx, viewer, id, state === 'deceased' ? '客户身故' : '服务终止');
  },
};
export default hooks;
