import { defineExporter } from '#features/export/server/service.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { maxExportRows } from '#shared/contract/export.ts';
import { pushLogApi, pushStates } from '../contract/log.ts';
import { type PushRow, pushSource } from './log.ts';

const pushExporter = defineExporter({
  endpoint: pushLogApi.exportPushLog,
  name: '推送日志',
  widths: { at: 20, number: 20, messageId: 24, error: 30 },
  cells: {
    at: (row: PushRow, zone) => sheetTime(row.at, zone),
    source: (row) => row.sourceName,
    state: (row) => pushStates[row.state],
  },
  open: (viewer, filters) => pushSource(viewer, filters, maxExportRows),
});

export default [pushExporter];
