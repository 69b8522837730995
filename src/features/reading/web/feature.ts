import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  archivePage: {
    ...{ path: 'band', title: '体征界限', permission: 'archive:edit' },
    load: () => import('./bands/BandPage.tsx'),
  },
});
