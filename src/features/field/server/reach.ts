import { names, reachOf } from '#server/testing/reach.ts';
import { fieldApi } from '#shared/field.ts';

/** How far a look at a masked value reaches. */
export default reachOf(fieldApi, {
  revealField: {
    checks: [
      names('customer', ({ id }) => ({ object: 'customer', id, field: 'mobile', reason: '核对' }), {
        with: ['customer:list'],
      }),
    ],
  },
});
