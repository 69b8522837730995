import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  scaleHooks: () => import('./scaleHooks.ts'),
  exporter: () => import('./read/exporter.ts'),
  demo: () => import('./demo/demo.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  archiveHooks: () => import('./archiveHooks.ts'),
  dictionaryUse: async () => [{ type: 'assess_reason', table: 'assessment', column: 'reason', rowLabel: '评估' }],
  authorization: () => import('./authorization.ts'),
  blockingColumns: async () => [{ to: 'customer', table: 'assessment', column: 'customer_id', reason: '已有评估' }],
});
