import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerSection: {
    ...{ key: 'service', title: '服务', sort: 50 },
    load: () => import('./CustomerSection.tsx'),
  },
  customerAction: [
    { key: 'service', label: '服务与手续', sort: 20, load: () => import('./ServiceDrawer.tsx') },
    {
      ...{ key: 'leave', label: '请假…', sort: 30, permission: 'customer:edit' },
      shown: ({ serviceState, away }) => serviceState === 'active' && away === null,
      load: () => import('./LeaveDialog.tsx'),
    },
    {
      ...{ key: 'back', label: '销假…', sort: 31, permission: 'customer:edit' },
      shown: ({ away }) => away !== null,
      load: () => import('./LeaveDialog.tsx'),
    },
  ],
});
