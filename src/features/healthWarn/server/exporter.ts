import { defineExporter } from '#features/export/server/service.ts';
import { inBatches } from '#server/db/cursor.ts';
import { db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { warningApi, warningResults, warningStates } from '../contract.ts';
import { countWarnings, selectWarnings } from './list.ts';
import { type WarningRow, warningRows } from './rows.ts';

const time = (field: 'createdAt' | 'dueAt' | 'claimedAt' | 'finishedAt') => (row: WarningRow) =>
  sheetTime(row[field], row.timeZone);

/** Exports warnings as the list shows them. */
export const warningExporter = defineExporter({
  endpoint: warningApi.exportEarlyWarning,
  name: '健康预警',
  widths: { no: 18, sentence: 36, ruleName: 20, createdAt: 20, dueAt: 20, claimedAt: 20, finishedAt: 20 },
  cells: {
    level: (row: WarningRow) => labelOf('warn_level', row.level),
    repeatCount: (row) => row.repeatCount + 1,
    overdue: (row) => (row.overdue ? '是' : '否'),
    state: (row) => warningStates[row.state],
    result: (row) => (row.result ? warningResults[row.result] : null),
    createdAt: time('createdAt'),
    dueAt: time('dueAt'),
    claimedAt: time('claimedAt'),
    finishedAt: time('finishedAt'),
  },
  open(viewer, filters) {
    return {
      count: () => countWarnings(viewer, filters),
      async *batches() {
        const { open, ended } = await selectWarnings(viewer, filters);
        for (const part of [open, ended])
          for await (const batch of inBatches<{ id: string }>(part))
            yield await warningRows(
              db,
              batch.map(({ id }) => id),
            );
      },
    };
  },
});

export default [warningExporter];
