import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  assignments: () => import('./assignments.ts'),
  sessionLimit: () => import('./sessionLimit.ts'),
  authorization: () => import('./authorization.ts'),
  demo: () => import('./demo.ts'),
});
