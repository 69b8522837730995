import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  demo: () => import('./demo.ts'),
  populate: () => import('./populate.ts'),
  exporter: () => import('./exporter.ts'),
  importer: () => import('./importer.ts'),
  finder: () => import('./finder.ts'),
  revealer: () => import('./revealer.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  authorization: () => import('./authorization.ts'),
  blockingColumns: async () => [
    { to: 'customer', table: 'customer_leave', column: 'customer_id', reason: '已有请假记录' },
    { to: 'customer', table: 'customer_leaving', column: 'customer_id', reason: '已有退住手续' },
    { to: 'customer', table: 'benefit', column: 'customer_id', softDelete: true, reason: '已有权益与证件' },
    { to: 'customer', table: 'customer_file', column: 'customer_id', softDelete: true, reason: '已有附件' },
    { to: 'customer', table: 'customer_bed', column: 'customer_id', reason: '已有床位' },
  ],
  ownedCount: async () => ({
    name: 'customers',
    table: 'customer',
    rowLabel: '客户',
    sort: 20,
    list: '/customer/list?departmentId=',
  }),
  departmentMerge: () => import('#features/bed/server/departmentMerge.ts'),
  projectHooks: () => import('./projectHooks.ts'),
});
