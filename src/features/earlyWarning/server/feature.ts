import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  nightHooks: () => import('./nightHooks.ts'),
  readingHooks: () => import('./readingHooks.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  jobs: () => import('./trial/trialJob.ts'),
  seed: () => import('./seed.ts'),
  authorization: () => import('./authorization.ts'),
});
