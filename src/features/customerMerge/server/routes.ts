import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getCustomerMerge, mergeCustomer } from './merge.ts';

export default handlers(customerMergeApi, { getCustomerMerge, mergeCustomer });
