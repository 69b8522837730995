import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  trialHooks: () => import('./trialHooks.ts'),
  archiveHooks: () => import('./archiveHooks.ts'),
  blockingColumns: async () => [
    { to: 'customer', table: 'follow_up', column: 'customer_id', softDelete: true, reason: '有回访记录' },
  ],
  authorization: () => import('./authorization.ts'),
});
