import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  archivePage: [
    {
      ...{ path: 'vitals', title: '批量录入', permission: 'reading:add', query: 'ids' },
      load: () => import('./round/RoundPage.tsx'),
    },
    {
      ...{ path: 'band', title: '体征界限', permission: 'archive:edit' },
      load: () => import('./bands/BandPage.tsx'),
    },
  ],
});
