import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  importer: async () => (await import('./import/importer.ts')).importer,
  exporter: () => import('./read/exporter.ts'),
  worker: () => import('./worker.ts'),
  authorization: () => import('./authorization.ts'),
});
