import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerSection: {
    ...{ key: 'consent', title: '同意与证件', sort: 70 },
    load: () => import('./CustomerSection.tsx'),
  },
});
