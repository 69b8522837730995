import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  brand: { load: () => import('./BrandSlot.tsx') },
});
