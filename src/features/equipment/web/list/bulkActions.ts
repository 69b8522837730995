import { equipmentApi } from '#features/equipment/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { downloadFile } from '#web/file/file.ts';
import { refreshJobs } from '#web/job/jobs.ts';
import { box } from '#web/message/message.tsx';
import { type Filled, slotsOf } from '#web/screen/Slots.tsx';
import type { BulkAction } from '#web/table/types.ts';
import type { EquipmentRow } from './cells.tsx';

/** Props of a dialog for the selected devices; open while mounted. */
export interface BulkProps {
  ids: readonly string[];
  /** Called after a change: the list reloads and clears the selection. */
  onDone: () => void;
  onClosed: () => void;
}

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Dialog for the devices selected in the list. */
    equipmentBulk: Slot<BulkProps> & { key: string; label: string; permission?: string };
  }
}

type Rows = readonly EquipmentRow[];

/** Exports the selected devices with all columns. */
async function exportThese(rows: Rows): Promise<void> {
  const filters = { ids: rows.map(({ id }) => id) };
  const answer = await withToast(() => callApi(equipmentApi.exportEquipment, { filters }), {
    done: null,
    failed: '导出失败',
  });
  if (answer?.fileId) downloadFile(answer.fileId);
  if (answer) refreshJobs();
}

/** Issues the selected devices from stock, after a confirmation; returns whether they were issued. */
async function issue(rows: Rows): Promise<boolean> {
  if (!(await box.confirm(`发放 ${rows.length} 台设备？发放后不再是在库。`, { ok: '发放' }))) return false;
  const ids = rows.map(({ id }) => id);
  const done = await withToast(() => callApi(equipmentApi.moveEquipment, { ids, issue: true }), {
    done: `已发放 ${rows.length} 台设备`,
    failed: '发放失败',
  });
  return done !== undefined;
}

/** Dialog of another feature for the selected devices. */
export interface BulkDialog {
  slot: Filled<'equipmentBulk'>;
  props: Omit<BulkProps, 'onClosed'>;
}

interface BulkActionHandlers {
  reload: () => void;
  /** Asks for the new project or department. */
  move: (rows: Rows, done: () => void) => void;
  open: (dialog: BulkDialog) => void;
}

/** Returns the actions on the selected devices that the user may run. */
export function bulkActionsOf({ reload, move, open }: BulkActionHandlers): BulkAction<EquipmentRow>[] {
  const edits = can('equipment:edit');
  const thenReload = (clearSelection: () => void) => () => {
    clearSelection();
    reload();
  };
  return [
    ...(edits
      ? [
          {
            key: 'issue',
            label: '发放',
            onClick: (rows: EquipmentRow[], clearSelection: () => void) =>
              void issue(rows).then((done) => done && thenReload(clearSelection)()),
          },
          {
            key: 'move',
            label: '分配项目/部门…',
            onClick: (rows: EquipmentRow[], clearSelection: () => void) => move(rows, thenReload(clearSelection)),
          },
        ]
      : []),
    ...slotsOf('equipmentBulk')
      .filter(({ permission }) => !permission || can(permission))
      .map((slot) => ({
        ...{ key: slot.key, label: slot.label },
        onClick: (rows: EquipmentRow[], clearSelection: () => void) =>
          open({ slot, props: { ids: rows.map(({ id }) => id), onDone: thenReload(clearSelection) } }),
      })),
    ...(can('equipment:export')
      ? [{ key: 'export', label: '导出所选', onClick: (rows: EquipmentRow[]) => void exportThese(rows) }]
      : []),
  ];
}
