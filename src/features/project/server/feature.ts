import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  populate: () => import('./populate.ts'),
  exporter: () => import('./exporter.ts'),
  dictionaryUse: () => import('./dictionaryUse.ts'),
  authorization: () => import('./authorization.ts'),
  revealPolicy: () => import('./revealPolicy.ts'),
});
