import type { CustomerHooks } from '#features/customer/server/service.ts';
import { expireLocates } from './expire.ts';
import { updateReportingOf } from './reporting.ts';

/** Lets the devices of a customer report their position as the consent says. */
const hooks: CustomerHooks = {
  async afterConsentWithdrawn({ tx }, { id, purpose }) {
    if (purpose !== 'location') return;
    await expireLocates(tx, id);
    await updateReportingOf(tx, id);
  },
  async afterConsentGiven({ tx }, { id, purpose }) {
    if (purpose === 'location') await updateReportingOf(tx, id);
  },
};
export default hooks;
