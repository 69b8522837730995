import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  top: { load: () => import('./TopSlot.tsx') },
});
