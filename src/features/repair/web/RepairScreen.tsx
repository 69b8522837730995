import { useEquipmentChoice } from '#features/equipment/web/service.ts';
import { repair, repairApi } from '#features/repair/contract.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { PresetViewOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { cells } from './cells.tsx';
import { isOpen, repairForm } from './repairForm.ts';

const endpoints = {
  list: repairApi.getRepairList,
  get: repairApi.getRepair,
  edit: repairApi.editRepair,
  export: repairApi.exportRepair,
};

const presetViews: readonly PresetViewOf<typeof repairApi.getRepairList>[] = [
  { key: 'open', name: '未完成', filters: { state: 'open,sent' } },
  { key: 'sent', name: '已送修', filters: { state: 'sent' } },
  { key: 'long', name: '超过 7 天', filters: { state: 'open,sent', openDaysFrom: '8' } },
];

/** Repair screen 维修 (domain.md 6.18): all repairs, open ones first; a fault is reported on the device's page. */
export default function RepairScreen() {
  const { departments, projects } = useEquipmentChoice();
  return (
    <ListScreen
      resource={repair}
      endpoints={endpoints}
      cells={cells}
      filters={[
        ['keyword', { placeholder: '单号 / 故障 / 设备 / 客户', width: 208 }],
        ['state', { width: 176 }],
        ['openDays', { width: 152 }],
        { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
        { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
        { kind: 'text', field: 'equipmentId', label: '设备', elsewhere: true },
      ]}
      form={repairForm}
      labelOf={({ no }) => no}
      nothing="没有维修单。在设备页的「维修」里登记。"
      table={{ presetViews, actionsWidth: 72, rowClass: (row) => (isOpen(row) ? undefined : 'text-text3') }}
    />
  );
}
