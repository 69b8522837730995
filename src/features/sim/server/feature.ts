import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: async () => (await import('./routes.ts')).routes,
  worker: () => import('./worker.ts'),
  demo: () => import('./demo.ts'),
  exporter: async () => (await import('./routes.ts')).exporter,
  importer: async () => (await import('./routes.ts')).importer,
  authorization: () => import('./authorization.ts'),
  ownedCount: () => import('./ownedCount.ts'),
});
