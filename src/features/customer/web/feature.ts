import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerSection: [
    {
      ...{ key: 'overview', title: '概览', sort: 10 },
      load: () => import('./record/Overview.tsx').then(({ Overview }) => ({ default: Overview })),
    },
    {
      ...{ key: 'contacts', title: '联系人', sort: 20 },
      figure: ({ contacts }) => contacts.length,
      load: () => import('./record/Contacts.tsx'),
    },
    { key: 'service', title: '服务', sort: 50, load: () => import('#features/leave/web/CustomerSection.tsx') },
    { key: 'history', title: '变更记录', sort: 90, load: () => import('./record/History.tsx') },
  ],
});
