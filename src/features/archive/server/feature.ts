import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  authorization: () => import('./authorization.ts'),
  exporter: () => import('./exporter.ts'),
  demo: () => import('./demo/demo.ts'),
  populate: () => import('./demo/populate.ts'),
  readingHooks: () => import('./readingHooks.ts'),
  finder: () => import('./finder.ts'),
  customerHooks: () => import('./customerHooks.ts'),
  customerHistoryHooks: () => import('./history/customerHistoryHooks.ts'),
});
