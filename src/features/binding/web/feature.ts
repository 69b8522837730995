import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  header: { load: () => import('./HeaderSlot.tsx') },
  equipmentSection: { key: 'binding', title: '绑定与状态历史', sort: 50, load: () => import('./History.tsx') },
});
