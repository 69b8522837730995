import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  warnHooks: () => import('./warnHooks.ts'),
  worker: () => import('./worker.ts'),
  authorization: () => import('./authorization.ts'),
});
