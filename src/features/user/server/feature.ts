import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  http: () => import('./http.ts'),
  worker: () => import('./worker.ts'),
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  exporter: () => import('./exporter.ts'),
  importer: () => import('./import/importer.ts'),
  revealer: () => import('./revealer.ts'),
  dictionaryUse: async () => [{ type: 'gender', table: 'user', column: 'gender', deletes: true, rowLabel: '用户' }],
  authorization: () => import('./authorization.ts'),
  departmentMerge: () => import('./departmentMerge.ts'),
});
