import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  authorization: () => import('./authorization.ts'),
  blockingColumns: async () => [{ to: 'customer', table: 'customer_bed', column: 'customer_id', reason: '已有床位' }],
  departmentMerge: () => import('./departmentMerge.ts'),
});
