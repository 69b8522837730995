import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: async () => (await import('./reminder.ts')).reminders,
  demo: () => import('./demo/demo.ts'),
  populate: () => import('./demo/populate.ts'),
  exporter: () => import('./list/exporter.ts'),
  finder: () => import('./list/finder.ts'),
  revealer: () => import('./record/revealer.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  authorization: () => import('./authorization.ts'),
  ownedCount: async () => ({
    name: 'customers',
    table: 'customer',
    rowLabel: '客户',
    sort: 20,
    list: '/customer/list?departmentId=',
  }),
  projectHooks: async () => (await import('./counts.ts')).projectHooks,
});
