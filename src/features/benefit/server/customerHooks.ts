import type { CustomerHooks } from '#features/customer/server/service.ts';
import { benefitsOf } from './benefit.ts';
import { benefitsDue } from './benefitDue.ts';

/** Hooks for the benefits of a customer. */
const hooks: CustomerHooks = {
  due: benefitsDue,
  recordPart: async (viewer, id) => ({ benefits: await benefitsOf(viewer, id) }),
};
export default hooks;
