import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  authorization: () => import('./authorization.ts'),
  blockingColumns: async () => [
    { to: 'customer', table: 'customer_file', column: 'customer_id', softDelete: true, reason: '已有附件' },
  ],
});
