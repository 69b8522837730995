import type { CustomerHooks } from '#features/customer/server/service.ts';
import { benefitsDue } from './benefitDue.ts';

/** Hooks for the benefits of a customer. */
const hooks: CustomerHooks = {
  due: benefitsDue,
};
export default hooks;
