import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  http: () => import('./http.ts'),
  frameReader: () => import('./frameReader.ts'),
  worker: () => import('./worker.ts'),
  authorization: () => import('./authorization.ts'),
});
