import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerSection: {
    ...{ key: 'warns', title: '告警与处置', sort: 40 },
    permission: 'warn:list',
    figure: ({ warnCount30 }) => warnCount30 || undefined,
    load: () => import('./CustomerSection.tsx'),
  },
});
