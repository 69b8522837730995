import { webFeature } from '#web/screen/manifest.ts';

const place = { key: 'assessment', title: '评估', permission: 'assessment:list' } as const;

export default webFeature({
  archiveSection: { ...place, sort: 8, load: () => import('./section/ArchiveSection.tsx') },
  customerSection: { ...place, sort: 45, load: () => import('./section/CustomerSection.tsx') },
});
