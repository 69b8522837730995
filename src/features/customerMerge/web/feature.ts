import { webFeature } from '#web/screen/manifest.ts';

export default webFeature({
  customerAction: {
    ...{ key: 'merge', label: '合并…', sort: 10, permission: 'customer:merge' },
    selected: ({ length }) => (length === 2 ? undefined : '请选择两位客户'),
    load: () => import('./MergeForm.tsx'),
  },
});
