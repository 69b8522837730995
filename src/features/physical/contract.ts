import type { Feature } from '#shared/feature.ts';
import { type ImportField, importFields, neededFields, physicalImportApi } from './contract/import.ts';
import { physicalKinds, physicalRecordApi, physicalStatuses } from './contract/physical.ts';

export { type ImportField, importFields, neededFields, physicalKinds, physicalStatuses };

export const physicalApi = { ...physicalRecordApi, ...physicalImportApi };

export const feature: Feature = {
  title: '体检',
  endpoints: physicalApi,
  labels: { 'physical.kind': physicalKinds, 'physical.status': physicalStatuses },
  screens: [
    {
      path: '/healthy/physicals',
      title: '体检',
      icon: 'stethoscope',
      group: '健康',
      sort: 43,
      component: 'PhysicalScreen',
      permission: { key: 'physical:list', title: '查看体检', roles: ['health', 'leader'] },
      buttons: [
        { key: 'physical:edit', title: '录入与导入体检', roles: ['health'] },
        { key: 'physical:review', title: '审核与作废体检', roles: ['health', 'leader'] },
        { key: 'physical:export', title: '导出体检', roles: ['health', 'leader'] },
      ],
    },
  ],
};
