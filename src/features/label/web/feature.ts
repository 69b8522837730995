import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  equipmentHead: { load: () => import('./LabelButton.tsx') },
  equipmentBulk: { key: 'labels', label: '打印标签…', sort: 20, load: () => import('./LabelDialog.tsx') },
});
