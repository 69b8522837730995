import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { listLink, physicalApi, physicalLink } from '#features/physical/contract.ts';
import { openPhysical } from '#features/physical/web/service.ts';
import { genders } from '#shared/codes.ts';
import { maxCounted } from '#shared/envelope.ts';
import { can } from '#web/api/session.ts';
import { missing } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, DataTableHandle, RowAction, RowOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { type NewOf, NewPhysical } from './NewPhysical.tsx';
import { RateStrip } from './RateStrip.tsx';
import { useDueFilters } from './usePhysicalFilters.ts';
import { thisYear, yearIn } from './years.ts';

type DueRow = RowOf<typeof physicalApi.getPhysicalDueList>;

const columns: readonly ColumnOf<typeof physicalApi.getPhysicalDueList>[] = [
  {
    ...{ key: 'name', title: '客户', width: 96, fixed: 'left', sort: true },
    render: ({ id, name }) => (
      <a className="truncate text-text font-bold" href={`#/healthy/archives/${id}`}>
        {name}
      </a>
    ),
  },
  { key: 'gender', title: '性别', width: 56, render: ({ gender }) => genders[gender as keyof typeof genders] },
  { key: 'age', title: '年龄', width: 64, align: 'right', sort: true },
  {
    ...{ key: 'state', title: '本年体检', width: 96, noTooltip: true },
    render: ({ physicalId }) => (physicalId === null ? <Badge tone="warn">未检</Badge> : <Badge>已检</Badge>),
  },
  {
    ...{ key: 'date', title: '体检日期', width: 112 },
    render: ({ physicalId, date }) =>
      physicalId === null || date === null ? missing : <a href={physicalLink(physicalId)}>{date}</a>,
  },
  {
    ...{ key: 'lastDate', title: '上次体检', width: 112, sort: true },
    render: ({ lastDate }) => lastDate ?? '从未',
  },
  { key: 'departmentName', title: '部门', width: 168 },
  { key: 'responsibleName', title: '责任医护', width: 96 },
];

/** Those of 65 and over who are due for the yearly examination of a year, examined or not (domain.md 6.25). */
export function DueList() {
  const { query, setQuery, setTitle } = useScreen();
  const hasYear = query.has('year');
  const showYear = useEffectEvent(() => {
    setTitle('应检名单');
    if (!hasYear) setQuery({ year: String(thisYear()) });
  });
  useEffect(() => showYear(), []);
  const table = useRef<DataTableHandle<DueRow>>(null);
  const filters = useDueFilters();
  const [adding, setAdding] = useState<NewOf>();
  const year = yearIn(query);
  const params = useMemo(() => ({ year }), [year]);
  const edits = can('physical:edit');
  const rowActions = useMemo(
    (): RowAction<DueRow>[] => [
      ...(edits
        ? [
            {
              ...{ key: 'add', label: '新建', shown: ({ physicalId }: DueRow) => physicalId === null },
              onClick: ({ id, name }: DueRow) => setAdding({ customer: { id, name } }),
            },
          ]
        : []),
      {
        ...{ key: 'open', label: '打开', shown: ({ physicalId }) => physicalId !== null },
        onClick: ({ physicalId }) => physicalId !== null && openPhysical(physicalId),
      },
      {
        ...{ key: 'all', label: '历次' },
        onClick: ({ id }) => {
          location.hash = listLink(id);
        },
      },
    ],
    [edits],
  );
  return (
    <>
      <DataTable
        ref={table}
        name="physicalDue"
        rowLabel="应检客户"
        endpoint={physicalApi.getPhysicalDueList}
        columns={columns}
        filters={filters}
        params={params}
        rowActions={rowActions}
        actionsWidth={112}
        maxCounted={maxCounted}
        notice={<RateStrip />}
        actions={
          <a className="button inline-flex items-center whitespace-nowrap" href={listLink()}>
            体检列表
          </a>
        }
        empty={<EmptyState reason="这里没有 65 岁以上、在服务的客户。" />}
      />
      <NewPhysical of={adding} onClosed={() => setAdding(undefined)} />
    </>
  );
}
