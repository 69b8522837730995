import { defineExporter } from '#features/export/server/service.ts';
import { rowFor, unmaskedPhones, type WarnRow, warnRows } from '#features/warn/server/service.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { inBatches } from '#server/db/cursor.ts';
import { db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { addressText } from '#shared/address.ts';
import { countWarns, selectWarns } from './list.ts';

const time = (field: 'createdAt' | 'firstClaimedAt' | 'finishedAt' | 'followUpAt' | 'occurredAt') => (row: WarnRow) =>
  sheetTime(row[field], row.timeZone);

/** Address column: bed first, then flat; for a closed warn without both the area down to the community. */
const flat = ({ area, spot, address }: WarnRow) => addressText({ spot, area: null, address }) ?? area;

/** Exports warns as the list shows them: phones masked, no flats of closed warns; an unmasked export has both. */
export const warnExporter = defineExporter({
  endpoint: warnListApi.exportWarn,
  name: '告警',
  widths: { no: 18, address: 24, area: 24, createdAt: 20, claimedAt: 20, finishedAt: 20, progress: 24 },
  cells: {
    type: (row: WarnRow) => labelOf('warn_type', row.type),
    level: (row) => labelOf('warn_level', row.level),
    status: (row) => labelOf('warn_status', row.status),
    repeatCount: (row) => row.repeatCount + 1,
    createdAt: time('createdAt'),
    occurredAt: time('occurredAt'),
    claimedAt: time('firstClaimedAt'),
    finishedAt: time('finishedAt'),
    followUpAt: time('followUpAt'),
    result: (row) =>
      row.result
        ? labelOf('warn_result', row.result)
        : row.falseReason
          ? labelOf('false_reason', row.falseReason)
          : null,
    overdue: (row) => (row.overdue ? '是' : '否'),
    address: flat,
    late: (row) => (row.late ? '是' : '否'),
    test: (row) => (row.test ? '是' : '否'),
    responseSeconds: (row) =>
      row.firstClaimedAt ? Math.round((Date.parse(row.firstClaimedAt) - Date.parse(row.receivedAt)) / 1000) : null,
  },
  open(viewer, filters, unmasked) {
    return {
      count: () => countWarns(viewer, filters),
      async *batches() {
        for await (const batch of inBatches<{ id: string }>(await selectWarns(viewer, filters))) {
          const ids = batch.map((row) => row.id);
          const rows = await warnRows(db, ids);
          const phones = unmasked ? await unmaskedPhones(db, ids) : undefined;
          yield rows.map((row) => (phones ? { ...row, phone: phones.get(row.id) ?? null } : rowFor(viewer, row)));
        }
      },
    };
  },
});

export default [warnExporter];
