import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  exporter: () => import('./track/exportTrack.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  authorization: () => import('./authorization.ts'),
});
