import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  authorization: () => import('./authorization.ts'),
  blockingColumns: async () => [
    { to: 'customer', table: 'customer_leave', column: 'customer_id', reason: '已有请假记录' },
    { to: 'customer', table: 'customer_leaving', column: 'customer_id', reason: '已有退住手续' },
  ],
  customerHooks: () => import('./customerHooks.ts'),
});
