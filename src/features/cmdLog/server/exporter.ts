import { cmdLogApi } from '#features/cmdLog/contract.ts';
import { defineExporter } from '#features/export/server/service.ts';
import { inBatches } from '#server/db/cursor.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { maxExportRows } from '#shared/contract/export.ts';
import { cmdActions } from '../contract/actions.ts';
import { type CmdLogRow, commandRows, countCommands, selectCommands } from './commands.ts';

/** Exporter of commands, with all changes in one cell. */
export const cmdLogExporter = defineExporter({
  endpoint: cmdLogApi.exportCmdLog,
  name: '命令日志',
  widths: { at: 20, path: 34, changes: 60, title: 18, traceId: 18 },
  cells: {
    at: (row: CmdLogRow, zone) => sheetTime(row.at, zone),
    kind: (row) => cmdActions[row.kind],
    result: (row) => (row.result === 'success' ? '成功' : '失败'),
    changes: (row) =>
      row.changes.map((change) => `${change.label}：${change.old ?? '—'} → ${change.new ?? '—'}`).join('；') || null,
  },
  open: (viewer, filters) => ({
    count: () => countCommands(viewer, filters, maxExportRows + 1),
    async *batches() {
      for await (const keys of inBatches<{ id: string; at: string }>(await selectCommands(viewer, filters)))
        yield commandRows(keys);
    },
  }),
});

export default [cmdLogExporter];
