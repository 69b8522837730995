import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  revealer: () => import('./revealer.ts'),
  authorization: () => import('./authorization.ts'),
  blockingColumns: async () => [
    { to: 'customer', table: 'benefit', column: 'customer_id', softDelete: true, reason: '已有权益与证件' },
  ],
  customerHooks: () => import('./customerHooks.ts'),
});
