import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: async () => (await import('./routes.ts')).routes,
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  populate: () => import('./populate.ts'),
  dictionaryUse: async () => [{ type: 'device_kind', table: 'model', column: 'kind', deletes: true, rowLabel: '型号' }],
  authorization: () => import('./authorization.ts'),
});
