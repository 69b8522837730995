import type { projectApi } from '#features/project/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';

export type Overview = OutputOf<typeof projectApi.getProject>;
export type TabKey = 'overview' | 'customers' | 'equipment' | 'warns' | 'people' | 'apps' | 'channels' | 'uploads';

interface Tab {
  key: TabKey;
  label: string;
  count?: number;
}

/** Returns the tabs of a project's page; lists that the viewer may not read are left out. */
export function tabsOf({ project, apps }: Overview): [Tab, ...Tab[]] {
  const lists: (Tab & { permission: string })[] = [
    { key: 'customers', label: '客户', count: project.customerCount, permission: 'customer:list' },
    { key: 'equipment', label: '设备', count: project.equipmentCount, permission: 'equipment:list' },
    { key: 'warns', label: '告警', permission: 'warn:list' },
  ];
  return [
    { key: 'overview', label: '概览' },
    ...lists.filter(({ permission }) => can(permission)),
    { key: 'people', label: '人员' },
    { key: 'apps', label: '第三方应用', count: apps.length },
    ...(can('channel:list') ? [{ key: 'channels' as const, label: '通知渠道' }] : []),
    { key: 'uploads', label: '上报' },
  ];
}
