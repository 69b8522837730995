import type { CustomerHooks } from '#features/customer/server/service.ts';
import { healthStore } from './healthStore.ts';
import { beforeMerge } from './merge.ts';

/** Hooks for the health archive of a customer. */
const hooks: CustomerHooks = { beforeMerge, health: healthStore };
export default hooks;
