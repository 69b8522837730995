import { feature } from '#server/feature/manifest.ts';

export default feature({ accessKeys: () => import('./displayKey.ts') });
