import { feature } from '#server/feature/manifest.ts';

export default feature({
  worker: () => import('./worker.ts'),
  notificationHooks: () => import('./notificationHooks.ts'),
});
