import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  demo: () => import('./demo.ts'),
  authorization: () => import('./authorization.ts'),
  equipmentHooks: () => import('./equipmentHooks.ts'),
  bindingHooks: () => import('./bindingHooks.ts'),
});
