import type { CustomerHooks } from '#features/customer/server/service.ts';
import { consentsDue } from './consentDue.ts';

/** Hooks for the consents of a customer. */
const hooks: CustomerHooks = {
  due: consentsDue,
};
export default hooks;
