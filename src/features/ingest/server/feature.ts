import { feature } from '#server/feature/manifest.ts';

export default feature({
  worker: () => import('./worker.ts'),
  deviceStore: () => import('./deviceStore.ts'),
  jobs: () => import('./redecodeJob.ts'),
  simulated: () => import('./simulated.ts'),
});
