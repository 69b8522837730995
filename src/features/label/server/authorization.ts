import { labelApi } from '#features/label/contract.ts';
import { authorizationCases, names } from '#server/testing/authorization.ts';

/** Authorization cases of the calls about labels. */
export default authorizationCases(labelApi, {
  getEquipmentLabel: { checks: [names('equipment', ({ id }) => ({ ids: [id] }))] },
});
