import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { qualityApi } from '#features/quality/contract.ts';
import { type DepartmentNode, userApi } from '#features/user/contract.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { count, duration, missing } from '#web/data/format.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, TreeOption } from '#web/table/types.ts';

/** Returns 「4（80%）」; without a percentage when the total is 0. */
function part(n: number, total: number): string {
  return total === 0 ? missing : `${count(n)}（${Math.round((100 * n) / total)}%）`;
}

const columns: ColumnOf<typeof qualityApi.getOperatorFigures>[] = [
  { key: 'userName', title: '人员', width: 112, fixed: 'left' },
  { key: 'taken', title: '接警', width: 72, align: 'right', sort: true, render: ({ taken }) => count(taken) },
  {
    ...{ key: 'inTime', title: '及时', width: 104, align: 'right', sort: true },
    render: ({ inTime, first }) => part(inTime, first),
  },
  {
    ...{ key: 'medianSeconds', title: '响应中位', width: 104, align: 'right', sort: true },
    render: ({ medianSeconds }) => duration(medianSeconds),
  },
  {
    ...{ key: 'p90Seconds', title: '九成在', width: 104, align: 'right', sort: true },
    render: ({ p90Seconds }) => (p90Seconds === null ? missing : `${duration(p90Seconds)} 内`),
  },
  { key: 'calls', title: '外呼', width: 72, align: 'right', sort: true, render: ({ calls }) => count(calls) },
  { key: 'reached', title: '接通', width: 104, align: 'right', render: ({ reached, calls }) => part(reached, calls) },
  { key: 'falseCount', title: '误报', width: 72, align: 'right', sort: true },
  { key: 'followUps', title: '回访', width: 72, align: 'right', sort: true },
  {
    ...{ key: 'passed', title: '质检通过', width: 104, align: 'right' },
    render: ({ passed, scored }) => part(passed, scored),
  },
  {
    ...{ key: 'meanPoints', title: '质检均分', width: 88, align: 'right', sort: true },
    render: ({ meanPoints }) => (meanPoints === null ? missing : meanPoints.toFixed(1)),
  },
];

function treeOf(nodes: readonly DepartmentNode[]): TreeOption[] {
  return nodes.map(({ id, name, children }) => ({ value: id, title: name, children: treeOf(children) }));
}

/** 坐席指标: figures per operator over a span; viewers who may not score see only their row. */
export function FigureTable({ tabs }: { tabs: ReactNode }) {
  const all = can('quality:score');
  const { data = [] } = useQuery({
    queryKey: [userApi.getUserDepartmentTree.path],
    queryFn: ({ signal }) => callApi(userApi.getUserDepartmentTree, {}, { signal }),
    enabled: all,
  });
  return (
    <DataTable
      name="operatorFigures"
      rowLabel="坐席指标"
      endpoint={qualityApi.getOperatorFigures}
      columns={columns}
      filters={[
        { kind: 'dates', from: 'from', to: 'to', unit: 'instant', label: '告警时间', maxDays: 93 },
        ...(all ? [{ kind: 'tree', field: 'departmentId', label: '部门', options: treeOf(data) } as const] : []),
      ]}
      views={tabs}
      empty={<EmptyState reason="这段时间里没有人接过警。没有选时间时是最近 30 天。" />}
    />
  );
}
