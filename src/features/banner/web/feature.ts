import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  header: { load: () => import('./HeaderSlot.tsx'), sort: 10 },
  top: { load: () => import('./TopSlot.tsx'), sort: 20 },
});
