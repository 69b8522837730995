import { feature } from '#server/feature/manifest.ts';

export default feature({
  http: () => import('./http.ts'),
  authorization: () => import('./authorization.ts'),
});
