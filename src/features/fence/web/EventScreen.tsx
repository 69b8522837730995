import { type FenceEvent, fenceApi, fenceEvents } from '#features/fence/contract.ts';
import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { Moment } from '#web/crud/columns.tsx';
import { optionsOf } from '#web/data/dictionary.ts';
import { missing } from '#web/data/format.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { ColumnOf, FilterOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { CustomerFilter } from './CustomerFilter.tsx';

type List = typeof fenceApi.getFenceEventList;

function EventBadge({ kind }: { kind: FenceEvent }) {
  const isReturn = kind === 'back';
  return <Badge {...(!isReturn && { tone: 'warn' })}>{fenceEvents[kind]}</Badge>;
}

const columns: readonly ColumnOf<List>[] = [
  { key: 'at', title: '时间', width: 136, sort: true, render: ({ at }) => <Moment at={at} /> },
  {
    ...{ key: 'customerName', title: '客户', width: 120 },
    render: ({ customerId, customerName }) => <a href={`#/location/list/${customerId}`}>{customerName}</a>,
  },
  { key: 'kind', title: '类型', width: 88, noTooltip: true, render: ({ kind }) => <EventBadge kind={kind} /> },
  {
    ...{ key: 'fenceName', title: '围栏', width: 184 },
    render: ({ fenceId, fenceName }) => <a href={`#/location/list/fence/${fenceId}`}>{fenceName}</a>,
  },
  {
    ...{ key: 'warnId', title: '告警', width: 96 },
    render: ({ warnId }) =>
      warnId === null ? missing : can('warn:list') ? <a href={sosLink({ id: warnId })}>查看告警</a> : '已报警',
  },
  {
    ...{ key: 'lat', title: '位置', width: 176 },
    render: ({ lat, lng }) => (lat === null || lng === null ? missing : `${lat.toFixed(5)}, ${lng.toFixed(5)}`),
  },
  {
    ...{ key: 'accuracy', title: '精度', width: 80, align: 'right' },
    render: ({ accuracy }) => (accuracy === null ? missing : `${Math.round(accuracy)} m`),
  },
];

const filters: readonly FilterOf<List>[] = [
  { kind: 'multi', field: 'kind', label: '类型', options: optionsOf(fenceEvents), width: 152 },
  { kind: 'dates', from: 'from', to: 'to', unit: 'instant', label: '时间' },
  { kind: 'text', field: 'customerId', label: '客户', elsewhere: true },
  { kind: 'text', field: 'fenceId', label: '围栏', elsewhere: true },
];

/** 进出记录 (domain.md 6.14): every crossing of a fence, newest first. */
export default function EventScreen() {
  return (
    <DataTable
      name="fenceEvent"
      rowLabel="进出记录"
      endpoint={fenceApi.getFenceEventList}
      columns={columns}
      filters={filters}
      actions={<CustomerFilter />}
      empty={<EmptyState reason="没有人离开或进入围栏。" />}
    />
  );
}
