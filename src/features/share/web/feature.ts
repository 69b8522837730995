import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  warnShare: { load: () => import('./ShareLinks.tsx') },
});
