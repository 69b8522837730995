import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerSection: {
    ...{ key: 'followUps', title: '回访', sort: 60 },
    permission: 'followUp:list',
    load: () => import('./CustomerSection.tsx'),
  },
});
