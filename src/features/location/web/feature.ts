import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({ locationTrack: { load: () => import('./track/TrackPanel.tsx') } });
