import type { ReactNode } from 'react';
import { count } from '#web/data/format.ts';
import type { ColumnOf, FilterOf } from '#web/table/types.ts';
import { cmdLogApi } from '../contract.ts';
import { instant, ResultText } from './cells.tsx';
import { LogTable, results, span } from './LogTable.tsx';

const columns: ColumnOf<typeof cmdLogApi.getScheduleLogList>[] = [
  { key: 'title', title: '任务', width: 200, fixed: 'left' },
  { key: 'startedAt', title: '开始', width: 132, render: (row) => instant(row.startedAt) },
  { key: 'at', title: '结束', width: 132, sort: true, render: (row) => instant(row.at) },
  {
    key: 'durationMs',
    title: '耗时 ms',
    width: 100,
    align: 'right',
    sort: true,
    render: (row) => count(row.durationMs),
  },
  {
    key: 'rowCount',
    title: '行数',
    width: 88,
    align: 'right',
    render: ({ rowCount }) => (rowCount === null ? undefined : count(rowCount)),
  },
  { key: 'result', title: '结果', width: 88, render: (row) => <ResultText result={row.result} /> },
  { key: 'error', title: '错误', width: 320 },
];
const filters: FilterOf<typeof cmdLogApi.getScheduleLogList>[] = [
  span,
  { kind: 'text', field: 'name', label: '任务' },
  results,
];

/** Table of scheduled runs and jobs that did something, or failed. */
export function ScheduleTable({ views }: { views: ReactNode }) {
  return (
    <LogTable
      name="scheduleLog"
      rowLabel="任务记录"
      endpoint={cmdLogApi.getScheduleLogList}
      columns={columns}
      filters={filters}
      views={views}
    />
  );
}
