import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: async () => (await import('./routes.ts')).routes,
  worker: () => import('./worker.ts'),
  authorization: () => import('./authorization.ts'),
});
