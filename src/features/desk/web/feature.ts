import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  sosDesk: { load: () => import('./Desk.tsx') },
  sosPhone: { load: () => import('./phone/PhoneSos.tsx') },
  warnDialog: { load: () => import('./RowDialog.tsx') },
});
