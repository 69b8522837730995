import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./press.ts'),
  demo: () => import('./demo/demo.ts'),
  populate: () => import('./demo/populate.ts'),
  exporter: () => import('./list/exporter.ts'),
  importer: () => import('./import/importer.ts'),
  finder: () => import('./list/finder.ts'),
  dictionaryUse: async () => [
    {
      type: 'equipment_state',
      table: 'equipment',
      column: 'state',
      deletes: true,
      rowLabel: '设备',
      list: '/equipment/list?state=',
    },
  ],
  authorization: () => import('./authorization.ts'),
  ownedCount: async () => ({
    name: 'equipment',
    table: 'equipment',
    rowLabel: '设备',
    sort: 30,
    list: '/equipment/list?departmentId=',
  }),
  blockingColumns: async () => [
    { to: 'customer', table: 'equipment', column: 'customer_id', softDelete: true, reason: '已绑定设备' },
    { to: 'model', table: 'equipment', column: 'model_id', reason: '有正式设备在用' },
  ],
  projectHooks: async () => (await import('./figures.ts')).projectHooks,
  modelHooks: async () => (await import('./figures.ts')).modelHooks,
  customerHooks: () => import('./customerHooks.ts'),
});
