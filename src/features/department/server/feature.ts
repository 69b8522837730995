import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  exporter: () => import('./exporter.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  authorization: () => import('./authorization.ts'),
});
