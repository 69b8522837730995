import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  exporter: () => import('./list/exporter.ts'),
  worker: () => import('./worker.ts'),
  demo: () => import('./demo/demo.ts'),
  populate: () => import('./demo/populate.ts'),
  oldPartition: () => import('./oldPartition.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  customerHistoryHooks: () => import('./customerHistoryHooks.ts'),
  blockingColumns: async () => [
    { to: 'customer', table: 'reading_band', column: 'customer_id', reason: '已有体征界限' },
    { to: 'customer', table: 'reading_note', column: 'source_id', reason: '已有体征' },
  ],
  authorization: () => import('./authorization.ts'),
});
