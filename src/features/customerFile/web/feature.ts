import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerSection: {
    ...{ key: 'files', title: '附件', sort: 80 },
    load: () => import('./CustomerSection.tsx'),
  },
});
