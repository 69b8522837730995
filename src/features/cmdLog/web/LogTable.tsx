import type { Endpoint } from '#shared/endpoint.ts';
import { maxCounted } from '#shared/envelope.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import type { DataTableProps, Filter } from '#web/table/types.ts';

export const span: Filter<'from' | 'to'> = {
  kind: 'dates',
  from: 'from',
  to: 'to',
  unit: 'instant',
  label: '时间',
  maxDays: 366,
};
export const results: Filter<'result'> = {
  kind: 'select',
  field: 'result',
  label: '结果',
  width: 104,
  options: [
    { value: 'success', label: '成功' },
    { value: 'failed', label: '失败' },
  ],
};

/** Table of a log: without 序号, and counted up to the server's limit. */
export function LogTable<E extends Endpoint>(props: Omit<DataTableProps<E>, 'numbered' | 'mostCounted'>) {
  return <DataTable<E> {...props} numbered={false} maxCounted={maxCounted} />;
}
