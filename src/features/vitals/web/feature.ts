import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  archivePage: {
    ...{ path: 'vitals', title: '批量录入', permission: 'reading:add', query: 'ids' },
    load: () => import('./RoundPage.tsx'),
  },
});
