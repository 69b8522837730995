import { defineExporter } from '#features/export/server/service.ts';
import { readingApi } from '#features/reading/contract.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { maxExportRows } from '#shared/contract/export.ts';
import { meals, readingFlag, readingKinds } from '#shared/health/readingKinds.ts';
import { type ListedReading, readingSource } from './getReadingList.ts';

const levels = { 1: '紧急', 2: '预警', 3: '关注' } as const;

/** Returns what a value's flags say: 已撤回, 数据异常, 来源存疑. */
function stateText(flags: number): string | null {
  const states = [
    (flags & readingFlag.withdrawn) !== 0 && '已撤回',
    (flags & readingFlag.implausible) !== 0 && '数据异常',
    (flags & readingFlag.doubted) !== 0 && '来源存疑',
  ].filter(Boolean);
  return states.length > 0 ? states.join('、') : null;
}

/** Exports a person's values as listed, withdrawn and implausible ones marked. */
export default [
  defineExporter({
    endpoint: readingApi.exportReading,
    name: '体征记录',
    widths: { at: 20, source: 28, state: 16, remark: 40 },
    cells: {
      at: (row: ListedReading & { timeZone: string }) => sheetTime(row.at, row.timeZone),
      kind: (row) => readingKinds[row.kind].title,
      level: (row) => (row.level === null ? null : levels[row.level]),
      meal: (row) => row.meal && meals[row.meal],
      state: (row) => stateText(row.flags),
      source: (row) => row.source.name,
    },
    open: (viewer, filters) => readingSource(viewer, filters, maxExportRows),
  }),
];
