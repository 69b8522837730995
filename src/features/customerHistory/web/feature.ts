import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerSection: {
    ...{ key: 'history', title: '变更记录', sort: 90 },
    load: () => import('./CustomerSection.tsx'),
  },
});
