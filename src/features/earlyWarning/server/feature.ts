import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  readingHooks: () => import('./readingHooks.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  seed: () => import('./seed.ts'),
  authorization: () => import('./authorization.ts'),
});
