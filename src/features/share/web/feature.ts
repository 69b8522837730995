import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  warnShare: { load: () => import('./SheetLinks.tsx') },
  locationTool: { load: () => import('./PlaceTool.tsx') },
  lostShare: { load: () => import('./LostLinks.tsx') },
});
