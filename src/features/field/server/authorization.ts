import { authorizationCases, names } from '#server/testing/authorization.ts';
import { fieldApi } from '#shared/contract/field.ts';

/** Scope cases of revealing a masked value. */
export default authorizationCases(fieldApi, {
  revealField: {
    checks: [
      names('customer', ({ id }) => ({ object: 'customer', id, field: 'mobile', reason: '核对' }), {
        with: ['customer:list'],
      }),
    ],
  },
});
