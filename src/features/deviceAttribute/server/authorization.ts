import { attributeApi } from '#features/deviceAttribute/contract.ts';
import { authorizationCases, names } from '#server/testing/authorization.ts';

/** Authorization cases of the calls about attributes. */
export default authorizationCases(attributeApi, {
  getAttributeList: { checks: [names('equipment', ({ id }) => ({ equipmentId: id }))] },
  editAttribute: {
    checks: [
      names('equipment', ({ id }) => ({ equipmentId: id, shared: { interval: 60 } }), {
        ready: ({ id }, { app }) =>
          app.sql(`update equipment set model_id = (select id from model where code = 'thingsboard') where id = $1`, [
            id,
          ]),
      }),
    ],
  },
});
