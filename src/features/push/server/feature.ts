import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  http: () => import('./http.ts'),
  frameReader: () => import('./frameReader.ts'),
  seed: () => import('./seed.ts'),
  exporter: () => import('./exporter.ts'),
  worker: () => import('./worker.ts'),
  authorization: () => import('./authorization.ts'),
});
