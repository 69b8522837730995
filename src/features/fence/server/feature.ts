import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  authorization: () => import('./authorization.ts'),
  demo: () => import('./demo.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  worker: () => import('./worker.ts'),
});
