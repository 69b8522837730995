import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  authorization: () => import('./authorization.ts'),
  equipmentHooks: () => import('./equipmentHooks.ts'),
  customerHooks: () => import('./customerHooks.ts'),
});
