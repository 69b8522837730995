import { can } from '#web/api/session.ts';
import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  equipmentSection: {
    ...{ key: 'live', title: () => (can('equipment:log') ? '实时与日志' : '实时'), sort: 10 },
    load: () => import('./record/LiveMessages.tsx'),
  },
});
