import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./scanWire.ts'),
  exporter: () => import('./exporter.ts'),
  bindingHooks: () => import('./bindingHooks.ts'),
  authorization: () => import('./authorization.ts'),
});
