import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  demo: () => import('./demo.ts'),
  dictionaryUse: async () => [
    { type: 'warn_type', table: 'equipment_test', column: 'heard_type', rowLabel: '现场测试' },
  ],
  authorization: () => import('./authorization.ts'),
  equipmentHooks: () => import('./equipmentHooks.ts'),
  bindingHooks: () => import('./bindingHooks.ts'),
});
