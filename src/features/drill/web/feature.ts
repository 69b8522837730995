import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  sosTool: { load: () => import('./DrillDialog.tsx'), label: '演练', permission: 'warn:judge' },
});
