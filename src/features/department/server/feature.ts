import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  exporter: () => import('./exporter.ts'),
  dictionaryUse: async () => [
    { type: 'department_type', table: 'department', column: 'type', deletes: true, rowLabel: '部门' },
  ],
  authorization: () => import('./authorization.ts'),
});
