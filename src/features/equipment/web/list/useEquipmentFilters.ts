import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { equipmentApi } from '#features/equipment/contract.ts';
import { testKinds } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import type { FilterSpecOf } from '#web/crud/filters.ts';
import { offeredOptions, optionsOf, useDictionaryLists } from '#web/data/dictionary.ts';
import type { PresetViewOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { useRegionFilter } from '#web/tree/useRegionFilter.ts';

export type Choice = OutputOf<typeof equipmentApi.getEquipmentChoice>;

const nothing: Choice = { models: [], departments: [], projects: [], gateways: [] };
const yesNo = [
  { value: true, label: '已绑定' },
  { value: false, label: '未绑定' },
] as const;
const days = (numbers: readonly number[], labelOfDays: (count: number) => string) =>
  numbers.map((value) => ({ value, label: labelOfDays(value) }));

/** Preset views of every user (picture 07); filters as in the address. */
export const presetViews: readonly PresetViewOf<typeof equipmentApi.getEquipmentList>[] = [
  { key: 'offline', name: '离线超 24 小时', filters: { offlineHours: '24' } },
  { key: 'battery', name: '电量 ≤ 20%', filters: { batteryBelow: '21' } },
  { key: 'silent', name: '7 日无数据', filters: { silentDays: '7' } },
  { key: 'sim', name: 'SIM 30 天内到期', filters: { simExpiringDays: '30' } },
  { key: 'never', name: '未激活', filters: { online: 'never' } },
  { key: 'untested', name: '未经实测', filters: { testKind: 'none', bound: 'true' } },
  { key: 'forecast', name: '电量不足 3 天', filters: { batteryDaysBelow: '3' } },
];

/** Returns models, departments, projects and gateways within the scope that a device can be assigned to. */
export function useEquipmentChoice(): Choice {
  const { data = nothing } = useQuery({
    queryKey: [equipmentApi.getEquipmentChoice.path, {}],
    queryFn: ({ signal }) => callApi(equipmentApi.getEquipmentChoice, {}, { signal }),
    enabled: can('equipment:list'),
  });
  return data;
}

/** Returns all filters of domain.md 6.18, the five of picture 07 first, with their options. */
export function useEquipmentFilters(): {
  filters: readonly FilterSpecOf<typeof equipmentApi.getEquipmentList>[];
  choice: Choice;
} {
  const lists = useDictionaryLists();
  const choice = useEquipmentChoice();
  const region = useRegionFilter();
  return useMemo(() => {
    const { departments, projects, models, gateways } = choice;
    const online = lists ? offeredOptions('online') : [];
    const filters: FilterSpecOf<typeof equipmentApi.getEquipmentList>[] = [
      { kind: 'text', field: 'keyword', label: '关键字', placeholder: 'SN / IMEI / ICCID / 客户', width: 208 },
      ['kind', { width: 152 }],
      { kind: 'multi', field: 'online', label: '在线', options: online, width: 128 },
      ['state', { width: 152 }],
      region,
      { kind: 'multi', field: 'model', label: '型号', options: models, width: 176 },
      { kind: 'select', field: 'bound', label: '绑定', options: yesNo, width: 128 },
      { kind: 'multi', field: 'testKind', label: '现场测试', options: optionsOf(testKinds), width: 168 },
      {
        ...{ kind: 'select', field: 'batteryBelow', label: '电量', width: 128 },
        options: [
          { value: 11, label: '≤ 10%' },
          { value: 21, label: '≤ 20%' },
          { value: 51, label: '≤ 50%' },
        ],
      },
      {
        ...{ kind: 'select', field: 'batteryDaysBelow', label: '电量可用', width: 152 },
        options: days([3, 7, 14], (count) => `不足 ${count} 天`),
      },
      {
        ...{ kind: 'select', field: 'offlineHours', label: '离线超过', width: 152 },
        options: [
          ...days([1, 6, 24], (count) => `${count} 小时`),
          { value: 72, label: '3 天' },
          { value: 168, label: '7 天' },
        ],
      },
      {
        ...{ kind: 'select', field: 'silentDays', label: '无数据', width: 136 },
        options: days([1, 3, 7, 30], (count) => `${count} 天`),
      },
      {
        ...{ kind: 'select', field: 'simExpiringDays', label: 'SIM 到期', width: 152 },
        options: days([7, 30, 90], (count) => `${count} 天内`),
      },
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
      { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
      { kind: 'select', field: 'gatewayId', label: '网关', options: gateways, width: 176 },
      { kind: 'dates', from: 'activatedFrom', to: 'activatedTo', label: '激活时间', unit: 'day' },
      // Filters without a field, used by links from other screens.
      { kind: 'text', field: 'sn', label: '设备编号', width: 168 },
      { kind: 'text', field: 'customerId', label: '客户', elsewhere: true },
    ];
    return { filters, choice };
  }, [lists, choice, region]);
}
