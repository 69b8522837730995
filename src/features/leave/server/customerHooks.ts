import type { CustomerHooks } from '#features/customer/server/service.ts';
import { leavesDue } from './leaveDue.ts';
import { returnsDue } from './returnDue.ts';

/** Hooks for the leaves of a customer and the return from a pause. */
const hooks: CustomerHooks = {
  due: async () => [...(await returnsDue()), ...(await leavesDue())],
};
export default hooks;
