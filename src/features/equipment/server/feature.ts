import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  demo: () => import('./demo.ts'),
  populate: () => import('./populate.ts'),
  exporter: () => import('./exporter.ts'),
  importer: () => import('./importer.ts'),
  finder: () => import('./finder.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  authorization: () => import('./authorization.ts'),
  ownedCount: () => import('./ownedCount.ts'),
  blockingColumns: () => import('./blockingColumns.ts'),
  projectHooks: () => import('./projectHooks.ts'),
  modelHooks: () => import('./modelHooks.ts'),
  customerHooks: () => import('./customerHooks.ts'),
});
