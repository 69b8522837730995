import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: async () => (await import('./routes.ts')).routes,
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  populate: () => import('./populate.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  authorization: () => import('./authorization.ts'),
});
