import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  importer: async () => (await import('./import/importer.ts')).importer,
  exporter: () => import('./read/exporter.ts'),
  worker: () => import('./worker.ts'),
  demo: () => import('./demo/demo.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  archiveHooks: () => import('./archiveHooks.ts'),
  blockingColumns: async () => [{ to: 'customer', table: 'physical', column: 'customer_id', reason: '已有体检' }],
  authorization: () => import('./authorization.ts'),
});
