import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  equipmentFacts: { load: () => import('./SimFacts.tsx') },
});
