import { Select, Switch } from 'antd';
import { useCallback, useRef, useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { box, toast } from '#web/message/message.tsx';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { debounceMs } from '#web/table/loader.ts';
import type { BulkAction, ColumnOf, DataTableHandle, FilterOf, RequestInfo, RowAction } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { testPageApi } from '../contract.ts';
import './testPage.css';

type Row = OutputOf<typeof testPageApi.getSampleList>;

const modes = [
  { value: 'normal', label: '正常' },
  { value: 'empty', label: '空' },
  { value: 'error', label: '返回码不为 0' },
  { value: 'thrown', label: '抛出异常' },
  { value: 'slow', label: '慢（3 秒）' },
  { value: 'many', label: '一页 10,000 行' },
] as const;
type Mode = (typeof modes)[number]['value'];

const states: Record<string, string> = { active: '服务中', paused: '暂停', pending: '待开通' };
const stateOptions = optionsOf(states);

const columns: readonly ColumnOf<typeof testPageApi.getSampleList>[] = [
  { key: 'name', title: '姓名', width: 120, fixed: 'left', sort: true, render: (row) => <strong>{row.name}</strong> },
  { key: 'age', title: '年龄', width: 72, sort: true, align: 'right' },
  { key: 'community', title: '居住地址', width: 220 },
  { key: 'state', title: '服务状态', width: 96, render: (row) => states[row.state] ?? row.state },
  {
    key: 'amount',
    title: '用量',
    width: 96,
    sort: true,
    align: 'right',
    render: (row) => row.amount.toLocaleString('zh-CN'),
  },
  {
    key: 'createdAt',
    title: '登记时间',
    width: 128,
    sort: true,
    render: (row) => <span title={fullTime(row.createdAt)}>{listTime(row.createdAt)}</span>,
  },
  { key: 'id', title: '编号', width: 80, align: 'right', hidden: true },
];

const filters: readonly FilterOf<typeof testPageApi.getSampleList>[] = [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '姓名 / 社区' },
  { kind: 'multi', field: 'state', label: '服务状态', options: stateOptions },
  { kind: 'numbers', from: 'ageFrom', to: 'ageTo', label: '年龄', min: 0, max: 150 },
];

const views = [
  { key: 'all', label: '全部' },
  { key: 'active', label: '服务中' },
] as const;

/** Paginated table with every option; rows come from the server's test endpoint (domain.md 6.27). */
export default function DataTableScreen() {
  const { query, setQuery } = useScreen();
  const add = () => toast.info('新增');
  const mode = (modes.find(({ value }) => value === query.get('mode'))?.value ?? 'normal') satisfies Mode;
  const view = query.get('view') === 'active' ? 'active' : 'all';
  const [selectable, setSelectable] = useState(true);
  const [request, setRequest] = useState<RequestInfo>();
  const table = useRef<DataTableHandle<Row>>(null);

  const open = useCallback((row: Row) => toast.info(`打开 ${row.name}`), []);
  const rowActions: readonly RowAction<Row>[] = [
    { key: 'open', label: '详情', onClick: open },
    { key: 'call', label: '呼叫', onClick: (row) => toast.info(`呼叫 ${row.name}`), blocked: blockedCall },
    { key: 'patch', label: '改一行', onClick: (row) => table.current?.patch({ ...row, state: 'paused' }) },
    { key: 'keep', label: '原地刷新', onClick: () => table.current?.reload({ keepPlace: true }) },
    { key: 'delete', label: '删除', tone: 'danger', onClick: (row) => void remove(row, table.current) },
  ];
  const bulkActions: readonly BulkAction<Row>[] = [
    {
      key: 'tag',
      label: '打标签',
      onClick: (rows) => toast.success(`已选 ${rows.length} 条：${rows[0]?.name ?? ''} 等`),
    },
    { key: 'done', label: '处理并清空', onClick: (_rows, clear) => clear() },
  ];

  return (
    <DataTable
      ref={table}
      name="sample"
      rowLabel="样例"
      endpoint={testPageApi.getSampleList}
      columns={columns}
      filters={filters}
      params={view === 'active' ? { mode, state: ['active'] } : { mode }}
      rowActions={rowActions}
      actionsWidth={176}
      bulkActions={selectable ? bulkActions : undefined}
      onOpen={open}
      rowClass={(row) => (row.state === 'paused' ? 'text-text3' : undefined)}
      onRequest={setRequest}
      views={<ViewTabs label="视图" views={views} value={view} onChange={(key) => setQuery({ view: key })} />}
      actions={
        <>
          <span className="inline-flex items-center gap-2 text-[13px] text-text2">
            返回方式
            <Select
              aria-label="返回方式"
              value={mode}
              options={[...modes]}
              style={{ width: 144 }}
              onChange={(value) => setQuery({ mode: value })}
            />
          </span>
          <span className="inline-flex items-center gap-2 text-[13px] text-text2">
            可多选 <Switch aria-label="可多选" checked={selectable} onChange={setSelectable} />
          </span>
          <AddButton label="新增" onAdd={add} />
        </>
      }
      notice={<RequestLine request={request} />}
    />
  );
}

function blockedCall(row: Row): string | undefined {
  return row.state === 'pending' ? '尚未开通，没有登记电话' : undefined;
}

async function remove(row: Row, table: DataTableHandle<Row> | null): Promise<void> {
  if (await box.confirm(`确认从本页移去 ${row.name}？`, { ok: '移去', danger: true })) {
    table?.remove(row.id);
  }
}

/** Last request, number of requests, and whether typing delays the next one. */
function RequestLine({ request }: { request: RequestInfo | undefined }) {
  return (
    <div className="sample-request flex gap-4 text-xs text-text2 border-b border-line bg-s2 px-4 py-1" role="status">
      <span>第 {request?.number ?? 0} 次请求</span>
      <span>{request?.waiting ? `停止输入 ${debounceMs} ms 后查询` : '没有等待中的查询'}</span>
      <code className="truncate mono">{JSON.stringify(request?.input ?? {})}</code>
    </div>
  );
}
