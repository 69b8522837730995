import { useMemo, useRef, useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { maxCounted } from '#shared/envelope.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { count, fullTime, listTime, missing } from '#web/data/format.ts';
import { toast } from '#web/message/message.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import { EmptyState } from '#web/table/TableStates.tsx';
import type { BulkAction, ColumnOf, DataTableHandle, FilterOf } from '#web/table/types.ts';
import { Tile } from '#web/ui/Tile.tsx';
import { maxPushes, pushStates } from '../contract/log.ts';
import { pushApi } from '../contract.ts';
import { kindLabel, PushDrawer } from './PushDrawer.tsx';
import { useSources } from './useSources.ts';
import './push.css';

export type PushRow = OutputOf<typeof pushApi.getPushLogList>;

const waits = ({ state }: PushRow) => state === 'refused' || state === 'failed' || state === 'unknown';

const columns: ColumnOf<typeof pushApi.getPushLogList>[] = [
  {
    key: 'at',
    title: '时间',
    width: 108,
    fixed: 'left',
    sort: true,
    render: ({ at }) => (
      <time dateTime={at} title={fullTime(at)}>
        {listTime(at)}
      </time>
    ),
  },
  { key: 'direction', title: '方向', width: 96, hideOrder: 1, render: () => '厂商→平台' },
  {
    key: 'source',
    title: '来源',
    width: 128,
    render: ({ source, sourceName }) => <span title={source}>{sourceName}</span>,
  },
  {
    key: 'number',
    title: '设备',
    width: 120,
    render: ({ number, equipmentId }) =>
      number && equipmentId ? <a href={`#/equipment/list/${equipmentId}`}>{number}</a> : number,
  },
  { key: 'kind', title: '事件', width: 84, render: ({ kind }) => kind && kindLabel(kind) },
  { key: 'messageId', title: '消息 ID', width: 96, hideOrder: 3 },
  {
    key: 'state',
    title: '状态',
    width: 88,
    render: (row) => <span className={waits(row) ? 'push-waits' : undefined}>{pushStates[row.state]}</span>,
  },
  { key: 'httpStatus', title: 'HTTP 码', width: 76, align: 'right' },
  { key: 'ms', title: '耗时 ms', width: 76, align: 'right', sort: true, render: ({ ms }) => count(ms) },
  { key: 'tries', title: '次数', width: 52, align: 'right', hideOrder: 2 },
  { key: 'error', title: '错误', width: 190 },
];

function useFilters(): FilterOf<typeof pushApi.getPushLogList>[] {
  const { sources } = useSources();
  return useMemo(
    (): FilterOf<typeof pushApi.getPushLogList>[] => [
      {
        kind: 'select',
        field: 'source',
        label: '来源',
        width: 144,
        options: (sources ?? []).map(({ source, name }) => ({ value: source, label: name })),
      },
      { kind: 'text', field: 'number', label: '设备', placeholder: '设备号', width: 144 },
      {
        kind: 'multi',
        field: 'state',
        label: '状态',
        width: 144,
        options: optionsOf(pushStates),
      },
      { kind: 'dates', from: 'from', to: 'to', unit: 'instant', label: '时间', maxDays: 31 },
      { kind: 'text', field: 'messageId', label: '消息 ID', width: 168 },
    ],
    [sources],
  );
}

/** Returns whether the number of rows is within the limit; shows a toast if not. */
function isFew({ length }: readonly unknown[]): boolean {
  if (length > maxPushes) toast.warning(`一次最多处理 ${maxPushes} 条，已选 ${length} 条`);
  return length <= maxPushes;
}

/** Replays refused pushes and shows which remain. */
async function replay(rows: readonly { id: string }[], done: () => void): Promise<void> {
  if (!isFew(rows)) return;
  const ids = rows.map(({ id }) => id);
  const answer = await withToast(() => callApi(pushApi.replayPush, { ids }), { done: null, failed: '没有重推' });
  if (!answer) return;
  const [first] = answer.left;
  if (!first) toast.success(`已重推 ${answer.done} 条`);
  else toast.warning(`已重推 ${answer.done} 条，${answer.left.length} 条没有：${first.reason}`);
  done();
}

async function ignore(rows: readonly { id: string }[], done: () => void): Promise<void> {
  if (!isFew(rows)) return;
  const ids = rows.map(({ id }) => id);
  const toasts = { done: '已忽略', failed: '没有忽略' };
  if (await withToast(() => callApi(pushApi.ignorePush, { ids }), toasts)) done();
}

/** Figures above the list. */
function Figures({ data }: { data: OutputOf<typeof pushApi.getPushFigures> | undefined }) {
  const figure = (value: number | null | undefined, unit?: string) =>
    value === null || value === undefined ? { figure: missing } : { figure: String(value), ...(unit && { unit }) };
  return (
    <ul className="tiles push-figures" aria-label="推送概况">
      <Tile name="成功率" {...figure(data?.rate, '%')} note="近 1 小时" />
      <Tile name="平均耗时" {...figure(data?.ms, 'ms')} note={`近 1 小时 ${count(data?.count ?? 0)} 条`} />
      <Tile
        name="积压"
        {...(data && data.backlog > maxCounted ? { figure: '10,000+' } : figure(data?.backlog))}
        note="待重推或忽略"
        href="#/equipment/push_log?state=refused,failed,unknown"
      />
    </ul>
  );
}

/** The push log: one row per push, with the reason of refusal. */
export function PushLog() {
  const table = useRef<DataTableHandle<PushRow>>(null);
  const [open, setOpen] = useState<PushRow>();
  const filters = useFilters();
  const may = can('push:replay');
  const figures = useCall(pushApi.getPushFigures, {}, { first: true });
  const again = () => {
    table.current?.reload();
    void figures.reload();
  };
  const thenReload = (clearSelection: () => void) => () => {
    clearSelection();
    again();
  };
  const bulk: BulkAction<PushRow>[] = [
    {
      key: 'replay',
      label: '批量重推',
      onClick: (rows, clearSelection) => void replay(rows, thenReload(clearSelection)),
    },
    { key: 'ignore', label: '忽略', onClick: (rows, clearSelection) => void ignore(rows, thenReload(clearSelection)) },
  ];
  return (
    <>
      <DataTable
        ref={table}
        name="pushLog"
        rowLabel="推送日志"
        endpoint={pushApi.getPushLogList}
        columns={columns}
        filters={filters}
        numbered={false}
        maxCounted={maxCounted}
        rowActions={[
          { key: 'detail', label: '详情', onClick: setOpen },
          ...(may
            ? [
                { key: 'replay', label: '重推', shown: waits, onClick: (row: PushRow) => void replay([row], again) },
                { key: 'ignore', label: '忽略', shown: waits, onClick: (row: PushRow) => void ignore([row], again) },
              ]
            : []),
        ]}
        actionsWidth={144}
        bulkActions={may ? bulk : []}
        onOpen={setOpen}
        views={<h1 className="text-sm font-bold">推送日志</h1>}
        notice={<Figures data={figures.data} />}
        actions={
          <>
            <a className="button inline-flex items-center whitespace-nowrap" href="#/equipment/push_log/source">
              来源与映射
            </a>
            <ExportButton endpoint={pushApi.exportPushLog} input={() => table.current?.input() ?? {}} />
          </>
        }
        empty={
          <EmptyState reason="近 7 天没有推送。厂商平台按来源的地址推送后，会一条条出现在这里。">
            <a className="button" href="#/equipment/push_log/source">
              查看来源与映射
            </a>
          </EmptyState>
        }
      />
      {open && <PushDrawer row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
