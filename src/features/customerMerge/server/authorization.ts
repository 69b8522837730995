import { customerMergeApi } from '#features/customerMerge/contract.ts';
import { anAssignedCustomer, authorizationCases, names } from '#server/testing/authorization.ts';

/** Authorization cases of the calls that merge customers. */
export default authorizationCases(customerMergeApi, {
  getCustomerMerge: {
    checks: [
      names('customer', async ({ id }, world) => ({ keepId: await anAssignedCustomer(world), dropId: id })),
      names('customer', async ({ id }, world) => ({ keepId: id, dropId: await anAssignedCustomer(world) })),
    ],
  },
  mergeCustomer: {
    checks: [
      names('customer', async ({ id }, world) => ({ keepId: await anAssignedCustomer(world), dropId: id })),
      names('customer', async ({ id }, world) => ({ keepId: id, dropId: await anAssignedCustomer(world) })),
    ],
  },
});
