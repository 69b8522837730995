import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  header: { load: () => import('./HeaderSlot.tsx') },
});
