import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: async () => (await import('./routes.ts')).routes,
  exporter: async () => (await import('./routes.ts')).exporter,
  demo: () => import('./demo.ts'),
  dictionaryUse: async () => [
    {
      type: 'repair_state',
      table: 'repair',
      column: 'state',
      deletes: true,
      rowLabel: '维修单',
      list: '/equipment/list/repair?state=',
    },
  ],
  authorization: () => import('./authorization.ts'),
  equipmentHooks: () => import('./equipmentHooks.ts'),
  bindingHooks: () => import('./bindingHooks.ts'),
  blockingColumns: async () => [
    { to: 'customer', table: 'repair', column: 'customer_id', softDelete: true, reason: '有维修记录' },
  ],
});
