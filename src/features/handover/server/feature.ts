import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  assignments: () => import('./assignments.ts'),
  demo: () => import('./demo.ts'),
  authorization: () => import('./authorization.ts'),
});
