import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  account: { load: () => import('./AccountSlot.tsx') },
  imported: { load: () => import('./ImportedSlot.tsx') },
});
