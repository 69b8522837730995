import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  top: { load: () => import('./banner/TopSlot.tsx'), sort: 25 },
});
