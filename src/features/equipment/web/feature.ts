import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  equipmentSection: [
    {
      ...{ key: 'data', title: '数据', permission: 'archive:list', sort: 20 },
      load: () => import('./record/LatestReadings.tsx'),
    },
    { key: 'about', title: '资料', sort: 80, load: () => import('./record/Details.tsx') },
  ],
  customerSection: {
    ...{ key: 'equipment', title: '设备', sort: 30 },
    permission: 'equipment:list',
    figure: ({ onlineCount, equipmentCount }) => (equipmentCount ? `${onlineCount}/${equipmentCount}` : undefined),
    load: () => import('./CustomerSection.tsx'),
  },
});
