import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  header: { load: () => import('./HeaderSlot.tsx') },
  top: { load: () => import('./TopSlot.tsx'), sort: 20 },
});
