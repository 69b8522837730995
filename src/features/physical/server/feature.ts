import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  exporter: () => import('./read/exporter.ts'),
  worker: () => import('./worker.ts'),
  authorization: () => import('./authorization.ts'),
});
