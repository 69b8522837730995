import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: async () => (await import('./calls.ts')).routes,
  worker: () => import('./worker.ts'),
  demo: () => import('./demo.ts'),
  exporter: async () => (await import('./calls.ts')).exporter,
  importer: async () => (await import('./calls.ts')).importer,
  authorization: () => import('./authorization.ts'),
  placed: () => import('./placed.ts'),
  equipmentPart: () => import('./equipmentPart.ts'),
});
