import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  demo: () => import('./demo.ts'),
  populate: () => import('./populate.ts'),
  exporter: () => import('./exporter.ts'),
  finder: () => import('./finder.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  assignments: () => import('./assignments.ts'),
  authorization: () => import('./authorization.ts'),
  ownedCount: () => import('./ownedCount.ts'),
  departmentMerge: () => import('./departmentMerge.ts'),
  blockingColumns: () => import('./blockingColumns.ts'),
  projectHooks: () => import('./projectHooks.ts'),
  equipmentHooks: () => import('./equipmentHooks.ts'),
  notificationHooks: () => import('./notificationHooks.ts'),
  customerHooks: () => import('./customerHooks.ts'),
});
