import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { commandAddress, maxTargets } from '#features/equipmentCommand/contract.ts';
import { maxCounted } from '#shared/envelope.ts';
import { can } from '#web/api/session.ts';
import { createdColumn } from '#web/crud/columns.tsx';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { FormValues } from '#web/form/types.ts';
import { toast } from '#web/message/message.tsx';
import { SlotView } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import type { RowAction } from '#web/table/types.ts';
import { equipment } from '../contract/entry.ts';
import { equipmentApi } from '../contract.ts';
import { onEquipmentChanged } from './dialogs.ts';
import { type BulkDialog, bulkActionsOf } from './list/bulkActions.ts';
import { cells, deviceAddress, type EquipmentRow } from './list/cells.tsx';
import { formOf, readForForm } from './list/form.ts';
import { MoveForm } from './list/MoveForm.tsx';
import { dialogActions } from './list/rowActions.ts';
import { presetViews, useEquipmentFilters } from './list/useEquipmentFilters.ts';

const RecordPage = lazy(() => import('./record/RecordPage.tsx').then(({ RecordPage }) => ({ default: RecordPage })));

const endpoints = {
  list: equipmentApi.getEquipmentList,
  add: equipmentApi.addEquipment,
  edit: equipmentApi.editEquipment,
  remove: equipmentApi.deleteEquipment,
  export: equipmentApi.exportEquipment,
  import: equipmentApi.importEquipment,
  template: equipmentApi.getImportTemplate,
};

const shown = Object.entries(equipment.fields).flatMap(([key, { column }]) => (column === false ? [] : [key]));
/** Columns of the list; the creation time is hidden by default, to leave room for the state. */
const columns = [...(shown as (keyof EquipmentRow & string)[]), { ...createdColumn, hidden: true }];

/** Opens a device's page in a tab. */
function openEquipment(row: EquipmentRow): void {
  location.hash = deviceAddress(row);
}

/** Opens 下发指令 for these devices over the list. */
function askCommand(ids: readonly string[]): void {
  location.hash = commandAddress(location.hash, ids);
}

/** Opens 参数下发 for the selected devices; shows a toast if they are too many. */
function sendCommandToMany(rows: readonly EquipmentRow[]): void {
  if (rows.length > maxTargets) toast.warning(`一次最多下发 ${maxTargets} 台设备，已选 ${rows.length} 台`);
  else askCommand(rows.map(({ id }) => id));
}

/** List of picture 07. */
function EquipmentList() {
  const { filters, choice } = useEquipmentFilters();
  const add = useRef<(values: FormValues) => void>(undefined);
  const reload = useRef<() => void>(undefined);
  useEffect(() => onEquipmentChanged(() => reload.current?.()), []);
  const [moving, setMoving] = useState<{ ids: string[]; onDone: () => void }>();
  const [dialog, setDialog] = useState<BulkDialog>();
  const form = useMemo(() => formOf(choice, (values) => add.current?.(values)), [choice]);
  return (
    <>
      <ListScreen
        resource={equipment}
        endpoints={endpoints}
        cells={cells}
        columns={columns}
        filters={filters}
        form={form}
        valuesOf={readForForm}
        read={(id) => readForForm({ id }).then((values) => values as unknown as EquipmentRow)}
        onOpen={openEquipment}
        actions={(listActions) => {
          add.current = listActions.add;
          reload.current = listActions.reload;
          const command: RowAction<EquipmentRow> = {
            ...{ key: 'command', label: '下发指令', behind: true },
            onClick: ({ id }) => askCommand([id]),
          };
          return [...dialogActions(), ...(can('equipment:command') ? [command] : [])];
        }}
        bulkActions={({ reload }) => [
          ...bulkActionsOf({
            reload,
            move: (rows, onDone) => setMoving({ ids: rows.map(({ id }) => id), onDone }),
            open: setDialog,
          }),
          ...(can('equipment:command') ? [{ key: 'command', label: '参数下发', onClick: sendCommandToMany }] : []),
        ]}
        labelOf={({ sn }) => sn}
        removable={({ state }) => state === 'stock'}
        nothing="还没有设备。可以逐台扫码登记，或从 Excel 导入。"
        table={{ presetViews, maxCounted, exact: true, actionsWidth: 140 }}
      />
      {moving && <MoveForm {...moving} choice={choice} onClosed={() => setMoving(undefined)} />}
      {dialog && <SlotView slot={dialog.slot} props={{ ...dialog.props, onClosed: () => setDialog(undefined) }} />}
    </>
  );
}

/** Equipment screen (domain.md 6.18): the list, and at sub-addresses a page per device. */
export default function EquipmentScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <EquipmentList />;
  return (
    <Suspense fallback={null}>
      <RecordPage id={id} />
    </Suspense>
  );
}
