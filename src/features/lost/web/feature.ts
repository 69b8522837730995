import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerAction: {
    ...{ key: 'lost', label: '走失…', sort: 40, permission: 'lost:edit' },
    load: () => import('./LostAction.tsx'),
  },
  locationTool: { load: () => import('./LostTool.tsx') },
  warnLost: { load: () => import('./LostPart.tsx') },
});
