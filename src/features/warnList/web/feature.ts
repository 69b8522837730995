import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  equipmentSection: {
    ...{ key: 'warns', title: '告警', permission: 'warn:list', sort: 30 },
    figure: async (device) => (await import('./equipmentWarns.ts')).warnCount(device),
    load: () => import('./EquipmentWarns.tsx'),
  },
});
