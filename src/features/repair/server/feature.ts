import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: async () => (await import('./routes.ts')).routes,
  exporter: async () => (await import('./routes.ts')).exporter,
  demo: () => import('./demo.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  authorization: () => import('./authorization.ts'),
  equipmentHooks: () => import('./equipmentHooks.ts'),
  blockingColumns: () => import('./blockingColumns.ts'),
});
