import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerPage: { path: 'bed', title: '床位', load: () => import('./BedPage.tsx') },
});
