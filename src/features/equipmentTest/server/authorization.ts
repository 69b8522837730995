import { testApi } from '#features/equipmentTest/contract.ts';
import { authorizationCases, names } from '#server/testing/authorization.ts';

/** Authorization cases of the calls about field tests. */
export default authorizationCases(testApi, {
  startEquipmentTest: { checks: [names('equipment', ({ id }) => ({ id }))] },
  endEquipmentTest: { checks: [names('equipment', ({ id }) => ({ id }))] },
  getEquipmentTest: { checks: [names('equipment', ({ id }) => ({ id }))] },
});
