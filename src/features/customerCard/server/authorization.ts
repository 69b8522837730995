import { customerCardApi } from '#features/customerCard/contract.ts';
import { authorizationCases, names } from '#server/testing/authorization.ts';

/** Authorization cases of printed cards. */
export default authorizationCases(customerCardApi, {
  getCustomerCard: { checks: [names('customer', ({ id }) => ({ ids: [id], kind: 'info' }))] },
});
