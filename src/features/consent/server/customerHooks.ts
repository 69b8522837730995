import type { CustomerHooks } from '#features/customer/server/service.ts';
import { consentsOf } from './consent.ts';
import { consentsDue } from './consentDue.ts';

/** Hooks for the consents of a customer. */
const hooks: CustomerHooks = {
  due: consentsDue,
  recordPart: async (viewer, id) => ({ consent: await consentsOf(viewer, id) }),
};
export default hooks;
