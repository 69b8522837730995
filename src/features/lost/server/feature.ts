import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  warnHooks: () => import('./warnHooks.ts'),
  blockingColumns: async () => [{ to: 'customer', table: 'lost_case', column: 'customer_id', reason: '有走失记录' }],
  authorization: () => import('./authorization.ts'),
});
