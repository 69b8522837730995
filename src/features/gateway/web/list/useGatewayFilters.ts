import { useMemo } from 'react';
import { type Choice, useEquipmentChoice } from '#features/equipment/web/service.ts';
import { type gatewayApi, gatewayProtocols } from '#features/gateway/contract.ts';
import { protocolLabel } from '#features/model/contract.ts';
import type { FilterSpecOf } from '#web/crud/filters.ts';
import { offeredOptions, useDictionaryLists } from '#web/data/dictionary.ts';
import type { PresetViewOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { useRegionFilter } from '#web/tree/useRegionFilter.ts';

type List = typeof gatewayApi.getGatewayList;

/** Preset views of every user; filters as in the address. */
export const presetViews: readonly PresetViewOf<List>[] = [
  { key: 'offline', name: '离线', filters: { online: 'offline' } },
  { key: 'children', name: '有离线子设备', filters: { childOffline: 'true' } },
  { key: 'never', name: '未激活', filters: { online: 'never' } },
];

/** Models of a choice that are gateways. */
export const gatewayModels = ({ models }: Choice) => models.filter(({ kind }) => kind === 'gateway');

const protocols = gatewayProtocols.map((value) => ({ value, label: protocolLabel(value) }));

/** Returns the filters of domain.md 6.19: those of devices that fit a gateway, its protocol and its children. */
export function useGatewayFilters(): { filters: readonly FilterSpecOf<List>[]; choice: Choice } {
  const lists = useDictionaryLists();
  const choice = useEquipmentChoice();
  const region = useRegionFilter();
  return useMemo(() => {
    const { departments, projects } = choice;
    const online = lists ? offeredOptions('online') : [];
    const filters: FilterSpecOf<List>[] = [
      { kind: 'text', field: 'keyword', label: '关键字', placeholder: 'SN / 名称 / 客户', width: 208 },
      { kind: 'multi', field: 'protocol', label: '协议', options: protocols, width: 152 },
      { kind: 'multi', field: 'online', label: '在线', options: online, width: 128 },
      ['state', { width: 152 }],
      { kind: 'check', field: 'childOffline', label: '有离线子设备' },
      region,
      { kind: 'multi', field: 'model', label: '型号', options: gatewayModels(choice), width: 176 },
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
      { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
      {
        ...{ kind: 'select', field: 'offlineHours', label: '离线超过', width: 152 },
        options: [
          { value: 1, label: '1 小时' },
          { value: 24, label: '24 小时' },
          { value: 168, label: '7 天' },
        ],
      },
      { kind: 'dates', from: 'activatedFrom', to: 'activatedTo', label: '激活时间', unit: 'day' },
      // Filters without a field, used by links from other screens.
      { kind: 'text', field: 'sn', label: '设备编号', width: 168 },
      { kind: 'text', field: 'customerId', label: '客户', elsewhere: true },
    ];
    return { filters, choice };
  }, [lists, choice, region]);
}
