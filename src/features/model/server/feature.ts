import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: async () => (await import('./calls.ts')).routes,
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  populate: () => import('./populate.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  authorization: () => import('./authorization.ts'),
});
