import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  warnHeader: { load: () => import('./HeaderSlot.tsx') },
});
