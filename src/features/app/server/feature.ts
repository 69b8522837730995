import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  http: () => import('./http.ts'),
  worker: () => import('./worker.ts'),
  applications: () => import('./applications.ts'),
  sessionCleanup: () => import('./sessionCleanup.ts'),
  authorization: () => import('./authorization.ts'),
  projectHooks: () => import('./projectHooks.ts'),
});
