import type { CustomerHooks } from '#features/customer/server/service.ts';
import { revokeLinks } from './revoke.ts';

/** Links to a person's place end with the consent, and with the service. */
const hooks: CustomerHooks = {
  async afterConsentWithdrawn({ tx }, { id, purpose }) {
    if (purpose === 'location') await revokeLinks(tx, { customerId: id });
  },
  async afterStateChange({ tx }, _viewer, { id, over }) {
    if (over) await revokeLinks(tx, { customerId: id });
  },
};
export default hooks;
