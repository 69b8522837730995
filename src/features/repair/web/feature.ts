import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  equipmentSection: { key: 'repairs', title: '维修', sort: 60, load: () => import('./Repairs.tsx') },
});
