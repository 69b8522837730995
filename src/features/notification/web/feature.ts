import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  accountSetting: { load: () => import('./AccountSettingSlot.tsx') },
});
