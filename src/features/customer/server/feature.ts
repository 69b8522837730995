import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  demo: () => import('./demo.ts'),
  populate: () => import('./populate.ts'),
  exporter: () => import('./exporter.ts'),
  importer: () => import('#features/customerImport/server/importer.ts'),
  finder: () => import('./finder.ts'),
  revealer: () => import('./revealer.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  authorization: () => import('./authorization.ts'),
  ownedCount: async () => ({
    name: 'customers',
    table: 'customer',
    rowLabel: '客户',
    sort: 20,
    list: '/customer/list?departmentId=',
  }),
  projectHooks: () => import('./projectHooks.ts'),
});
