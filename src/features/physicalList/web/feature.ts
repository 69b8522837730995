import { webFeature } from '#web/screen/manifest.ts';

const section = { key: 'physical', title: '体检', permission: 'physical:list' } as const;

export default webFeature({
  customerSection: { ...section, sort: 47, load: () => import('./section/CustomerSection.tsx') },
  archiveSection: { ...section, sort: 8, load: () => import('./section/ArchiveSection.tsx') },
});
