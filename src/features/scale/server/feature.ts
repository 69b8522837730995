import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  seed: () => import('./seed.ts'),
  authorization: () => import('./authorization.ts'),
});
