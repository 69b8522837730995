import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  authorization: () => import('./authorization.ts'),
});
