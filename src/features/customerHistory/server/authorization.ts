import { customerHistoryApi } from '#features/customerHistory/contract.ts';
import { authorizationCases, names } from '#server/testing/authorization.ts';

/** Authorization cases of the history of a customer. */
export default authorizationCases(customerHistoryApi, {
  getCustomerHistory: { checks: [names('customer', ({ id }) => ({ id }))] },
});
