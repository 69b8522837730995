import { defineExporter } from '#features/export/server/service.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { maxExportRows } from '#shared/contract/export.ts';
import { logKinds } from '#shared/deviceLabels.ts';
import { logApi, logDirections, logResults } from '../contract.ts';
import { logSource } from './log.ts';
import type { LogRow } from './logRead.ts';

/** Exports messages as listed: health values are covered. */
export default [
  defineExporter({
    endpoint: logApi.exportEquipmentLog,
    name: '设备日志',
    widths: { receivedAt: 20, deviceTime: 20, summary: 40, text: 60, raw: 60 },
    cells: {
      receivedAt: (row: LogRow, zone) => sheetTime(row.receivedAt, zone),
      deviceTime: (row, zone) => (row.deviceTime ? sheetTime(row.deviceTime, zone) : null),
      direction: (row) => logDirections[row.direction],
      kind: (row) => logKinds[row.kind as keyof typeof logKinds] ?? row.kind,
      result: (row) => logResults[row.result],
    },
    open: (viewer, filters) => logSource(viewer, filters, maxExportRows),
  }),
];
