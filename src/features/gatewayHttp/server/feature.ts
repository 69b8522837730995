import { feature } from '#server/feature/manifest.ts';

export default feature({
  http: () => import('./http.ts'),
  worker: () => import('./worker.ts'),
  authorization: () => import('./authorization.ts'),
});
