import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  equipmentSection: [
    {
      ...{ key: 'data', title: '数据', permission: 'archive:list', sort: 20 },
      load: () => import('./record/LatestReadings.tsx'),
    },
    {
      ...{ key: 'warns', title: '告警', permission: 'warn:list', sort: 30 },
      figure: async (device) => (await import('#features/warnList/web/equipmentWarns.ts')).warnCount(device),
      load: () => import('#features/warnList/web/EquipmentWarns.tsx'),
    },
    { key: 'about', title: '资料', sort: 80, load: () => import('./record/Details.tsx') },
  ],
});
