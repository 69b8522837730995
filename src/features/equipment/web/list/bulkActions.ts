import { equipmentApi } from '#features/equipment/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { downloadFile } from '#web/file/file.ts';
import { refreshJobs } from '#web/job/jobs.ts';
import { box, toast } from '#web/message/message.tsx';
import type { BulkAction } from '#web/table/types.ts';
import { maxLabels } from '#features/label/contract.ts';
import type { EquipmentRow } from './cells.tsx';

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

/** Returns whether that many labels can be printed at once; shows a toast if not. */
function printable({ length }: Rows): boolean {
  if (length > maxLabels) toast.warning(`一次最多打印 ${maxLabels} 张标签，已选 ${length} 台`);
  return length <= maxLabels;
}

interface BulkActionHandlers {
  reload: () => void;
  /** Asks for the new project or department. */
  move: (rows: Rows, done: () => void) => void;
  print: (rows: Rows) => void;
  /** Asks for the details of a stock move. */
  store: (rows: Rows, done: () => void) => void;
}

/** Returns the actions on the selected devices that the user may run. */
export function bulkActionsOf({ reload, move, print, store }: BulkActionHandlers): BulkAction<EquipmentRow>[] {
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
          {
            key: 'store',
            label: '出入库…',
            onClick: (rows: EquipmentRow[], clearSelection: () => void) => store(rows, thenReload(clearSelection)),
          },
        ]
      : []),
    { key: 'labels', label: '打印标签…', onClick: (rows) => printable(rows) && print(rows) },
    ...(can('equipment:export')
      ? [{ key: 'export', label: '导出所选', onClick: (rows: EquipmentRow[]) => void exportThese(rows) }]
      : []),
  ];
}
