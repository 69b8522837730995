import { getCustomerMerge, mergeCustomer } from '#features/customer/server/service.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { handlers } from '#server/feature/handlers.ts';

export default handlers(customerMergeApi, { getCustomerMerge, mergeCustomer });
