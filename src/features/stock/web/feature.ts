import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  equipmentSection: { key: 'loans', title: '借还', sort: 70, load: () => import('./Loans.tsx') },
  equipmentBulk: {
    ...{ key: 'store', label: '出入库…', permission: 'equipment:edit', sort: 10 },
    load: () => import('./StockForm.tsx'),
  },
});
