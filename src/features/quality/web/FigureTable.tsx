import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { figureDays, figureLists, qualityApi, spanFields } from '#features/quality/contract.ts';
import { type DepartmentNode, userApi } from '#features/user/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { asList } from '#shared/sosLink.ts';
import { callApi } from '#web/api/request.ts';
import { can, isAllowed, routesOf, useSession } from '#web/api/session.ts';
import { count, duration, missing, ownZone, todayIn } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, TreeOption } from '#web/table/types.ts';

/** Returns 「4（80%）」; without a percentage when the total is 0. */
function part(n: number, total: number): string {
  return total === 0 ? missing : `${count(n)}（${Math.round((100 * n) / total)}%）`;
}

type Routes = ReturnType<typeof routesOf>;
type Row = OutputOf<typeof qualityApi.getOperatorFigures>;
type Query = Readonly<Record<string, string>>;

const paths = { warn: '/warn/sos', followUp: '/warn/sos/follow_up', sample: '/warn/sos/quality' } as const;
const bases: Record<keyof typeof paths, Query> = { warn: asList, followUp: {}, sample: { view: 'samples' } };

/** Returns the URL parameters of filter values; a check box is 1. */
const paramsOf = (filters: object): Query =>
  Object.fromEntries(Object.entries(filters).map(([field, value]) => [field, value === true ? '1' : String(value)]));

/** Span and department of the table as parameters of one of the lists. */
type SpanOf = (list: keyof typeof paths) => Query;

function spanOf({ query }: ReturnType<typeof useScreen>): SpanOf {
  const to = query.get('to');
  const end = to === null ? Date.now() : Date.parse(to);
  const from = query.get('from') ?? todayIn(ownZone(), end - (figureDays - 1) * 86_400_000);
  const department = query.get('departmentId');
  return (list) => {
    const [first, last] = spanFields[list];
    return { [first]: from, ...(to && { [last]: to }), ...(department && { departmentId: department }) };
  };
}

/** Returns a figure as a link to its list, for users who may open that. */
function linked(row: Row, figure: keyof typeof figureLists, text: string, span: SpanOf, routes: Routes): ReactNode {
  const { list, filters } = figureLists[figure];
  if (row[figure] === 0 || !isAllowed(paths[list], routes)) return text;
  const query = { ...bases[list], ...paramsOf(filters(row.id)), ...span(list) };
  return <a href={`#${paths[list]}?${new URLSearchParams(query)}`}>{text}</a>;
}

function columnsOf(span: SpanOf, routes: Routes): ColumnOf<typeof qualityApi.getOperatorFigures>[] {
  const link = (row: Row, figure: keyof typeof figureLists, text = count(row[figure])) =>
    linked(row, figure, text, span, routes);
  return [
    { key: 'userName', title: '人员', width: 112, fixed: 'left' },
    { key: 'taken', title: '接警', width: 72, align: 'right', sort: true, render: (row) => link(row, 'taken') },
    {
      ...{ key: 'inTime', title: '及时', width: 104, align: 'right', sort: true },
      render: (row) => link(row, 'inTime', part(row.inTime, row.first)),
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
    {
      ...{ key: 'falseCount', title: '误报', width: 72, align: 'right', sort: true },
      render: (row) => link(row, 'falseCount'),
    },
    {
      ...{ key: 'followUps', title: '回访', width: 72, align: 'right', sort: true },
      render: (row) => link(row, 'followUps'),
    },
    {
      ...{ key: 'passed', title: '质检通过', width: 104, align: 'right' },
      render: (row) => link(row, 'passed', part(row.passed, row.scored)),
    },
    {
      ...{ key: 'meanPoints', title: '质检均分', width: 88, align: 'right', sort: true },
      render: ({ meanPoints }) => (meanPoints === null ? missing : meanPoints.toFixed(1)),
    },
  ];
}

function treeOf(nodes: readonly DepartmentNode[]): TreeOption[] {
  return nodes.map(({ id, name, children }) => ({ value: id, title: name, children: treeOf(children) }));
}

/** 坐席指标: figures per operator over a span; viewers who may not score see only their row. */
export function FigureTable({ tabs }: { tabs: ReactNode }) {
  const all = can('quality:score');
  const screen = useScreen();
  const { menu } = useSession();
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
      columns={columnsOf(spanOf(screen), routesOf(menu))}
      filters={[
        { kind: 'dates', from: 'from', to: 'to', unit: 'day', label: '告警时间', maxDays: 93 },
        ...(all ? [{ kind: 'tree', field: 'departmentId', label: '部门', options: treeOf(data) } as const] : []),
      ]}
      views={tabs}
      empty={<EmptyState reason="这段时间里没有人接过警。没有选时间时是最近 30 天。" />}
    />
  );
}
