import { useMemo, useState } from 'react';
import { type Choice, useEquipmentChoice } from '#features/equipment/web/service.ts';
import { sim, simApi } from '#features/sim/contract.ts';
import { can } from '#web/api/session.ts';
import { valuesOf } from '#web/crud/formFields.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { FormOptions } from '#web/crud/types.ts';
import type { PresetViewOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { cells, type SimRow } from './cells.tsx';
import { RenewForm } from './RenewForm.tsx';

type SimFormOptions = FormOptions<typeof simApi.addSim, typeof simApi.editSim>;

const endpoints = {
  list: simApi.getSimList,
  get: simApi.getSim,
  add: simApi.addSim,
  edit: simApi.editSim,
  export: simApi.exportSim,
  import: simApi.importSim,
  template: simApi.getImportTemplate,
};

const presetViews: readonly PresetViewOf<typeof simApi.getSimList>[] = [
  { key: 'ending', name: '30 天内到期', filters: { expiringDays: '30' } },
  { key: 'spare', name: '未绑定', filters: { bound: 'false' } },
];
const yesNo = [
  { value: true, label: '已绑定' },
  { value: false, label: '未绑定' },
] as const;
const ends = [7, 30, 90].map((value) => ({ value, label: `${value} 天内` }));

/** Form of a SIM card; a card in a device has the device's ownership. */
function formOf({ projects, departments }: Choice, editing: SimRow | undefined): SimFormOptions {
  const [project, ...others] = projects;
  const place = {
    required: editing !== undefined,
    locked: () => (editing && editing.equipmentId !== null ? '随设备，在设备里分配' : undefined),
    ...(editing === undefined && { hint: '不填为你所在的' }),
  };
  return {
    // A card without an ICCID gets it at its device.
    ...(editing?.iccid === null && { fields: { iccid: { required: false } } }),
    order: [
      ...(['iccid', 'number', 'operator', 'plan', 'activatedAt', 'expireDate'] as const),
      { kind: 'select', field: 'projectId', label: '项目', options: projects, ...place },
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments), ...place },
      'remark',
    ],
    initial: project && others.length === 0 ? { projectId: project.value } : {},
  };
}

/** SIM screen 流量卡 (domain.md 6.18): the ledger of cards; a card is assigned in the device's form. */
export default function SimScreen() {
  const choice = useEquipmentChoice();
  const { departments, projects } = choice;
  const [renewed, setRenewed] = useState<{ ids: string[]; onDone: () => void }>();
  const form = useMemo(() => (editing: SimRow | undefined) => formOf(choice, editing), [choice]);
  return (
    <>
      <ListScreen
        resource={sim}
        endpoints={endpoints}
        cells={cells}
        filters={[
          ['keyword', { placeholder: 'ICCID / 号码 / 套餐 / 设备 / 客户', width: 232 }],
          ['operator', { width: 152 }],
          { kind: 'select', field: 'expiringDays', label: '到期', options: ends, width: 136 },
          { kind: 'select', field: 'bound', label: '绑定', options: yesNo, width: 128 },
          { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
          { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
          'expireDate',
        ]}
        form={form}
        valuesOf={(row) => ({ ...valuesOf(sim, row), projectId: row.projectId, departmentId: row.departmentId })}
        labelOf={({ iccid, number }) => iccid ?? number ?? sim.title}
        bulkActions={({ reload }) =>
          can('equipment:edit')
            ? [
                {
                  key: 'renew',
                  label: '续费…',
                  onClick: (rows, clearSelection) =>
                    setRenewed({
                      ids: rows.map(({ id }) => id),
                      onDone: () => {
                        clearSelection();
                        reload();
                      },
                    }),
                },
              ]
            : []
        }
        nothing="还没有流量卡。可以逐张登记，或从 Excel 导入；设备里填写的 ICCID 会自动登记。"
        table={{ presetViews, actionsWidth: 72 }}
      />
      {renewed && <RenewForm {...renewed} onClosed={() => setRenewed(undefined)} />}
    </>
  );
}
