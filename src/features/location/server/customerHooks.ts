import type { CustomerHooks } from '#features/customer/server/service.ts';

/** Open maps forget people at once who take the consent back, or go to another department, project or person. */
const hooks: CustomerHooks = {
  async afterConsentWithdrawn({ invalidate }, { purpose }) {
    if (purpose === 'location') invalidate('place');
  },
  async afterStateChange({ invalidate }) {
    invalidate('place');
  },
  async beforeMove({ invalidate }) {
    invalidate('place');
  },
  async beforeMerge({ invalidate }) {
    invalidate('place');
  },
};
export default hooks;
