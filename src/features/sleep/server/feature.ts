import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  exporter: () => import('./night/exporter.ts'),
  worker: () => import('./worker.ts'),
  demo: () => import('./demo/demo.ts'),
  readingHooks: () => import('./readingHooks.ts'),
  bindingHooks: () => import('./bindingHooks.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  blockingColumns: async () => [
    { to: 'customer', table: 'sleep_night', column: 'customer_id', reason: '已有睡眠数据' },
  ],
  authorization: () => import('./authorization.ts'),
});
